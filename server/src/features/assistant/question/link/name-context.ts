import { startsWithTrade } from '../../../../domain/names/trade-name.ts'
import { mayBePerson } from '../person-name.ts'
import { type NameOwner, nameKinds } from './name-table.ts'
import type { OrdinaryWords } from './ordinary-words.ts'
import {
  begins,
  continuesAsQuestion,
  isAlone,
  isAsked,
  isBeside,
  isExplained,
  isLatin,
  KNOWN,
  type NameContext,
  type NameMatch,
  organisation,
  precedesName,
} from './words-around-name.ts'

export const scoreOf = ({ kind, prior }: NameOwner) => nameKinds[kind] * prior

/** Whether the first of the companies with a name is the one that is meant. */
export const decides = ([first, ...others]: readonly NameOwner[]) =>
  first !== undefined && others.every((one) => scoreOf(one) * DECIDES <= scoreOf(first))

/** A known candidate with this many times the score of the next is the one that is meant. */
export const DECIDES = 3

/** Priors of a likely name, beside `KNOWN`: of one that may be a person's, of one of several companies, of three characters before others, of a place. */
const LIKELY = 25_000
export const DECIDING = 50_000
const WELL_KNOWN = 100_000
export const FAMOUS = 300_000

const LONGEST_PLACE = 8
const units = /^(?:年|月|日|元|万|亿|%|个|家|人|次|条|度)/u
/** The rest of a full name that continues behind the match. */
const restOfFullName =
  /^[^\s,。;?!、的是有和与跟及在被:"“”「『』」]{0,12}?(?:股份有限公司|有限责任公司|有限公司|集团公司|股份公司|合伙企业|合作社|事务所)/u
const formBehind = /^(?:集团)?(?:股份有限公司|有限责任公司|有限公司|集团公司|股份公司|公司)/u
/** 第一 of 第一大股东. */
const ordinal = /^第[一二三四五六七八九十百]+$/u
const quotedBefore = /["“「『《'‘]$/u
const quotedBehind = /^["”」』》'’]/u
/** 华南地区, 东北一带 */
const areaBehind = /^(?:地区|区域|片区|大区|一带|各地)/u

/** Whether a match names a company here. */
export function isName(match: NameMatch, context: NameContext): boolean {
  const { start, end, text, key, named } = match
  const { question, words } = context
  const [first] = named
  if (first === undefined) return false
  const { kind, prior } = first
  const [before, behind] = [question.slice(0, start), question.slice(end)]
  if (kind === 'name' && key.length > 3) return true
  if (kind === 'code') return key.length > 6 || !units.test(behind)
  if (contact.test(key) && !ofService.test(behind)) return false
  if (quotedBefore.test(before) && quotedBehind.test(behind)) return true
  const isSure = !derived.includes(kind)
  // 澜山演示科技有限公司 is not 澜山演示贸易有限公司, and 珠海瑞科思科技股份有限公司 not 科思科技.
  if (restOfFullName.test(behind) && !(isSure && formBehind.test(behind))) return false
  if (formBehind.test(behind) && isEndOfFullName(before, match, context)) return false
  if (
    ordinal.test(key) ||
    (words.isCue(key) && !(prior >= LIKELY && madeBy.test(behind))) ||
    (key.length < 4 && areaBehind.test(behind)) ||
    isExplained(behind, words.isOfWords(key))
  )
    return false
  if (isLatin(key.charAt(0)) && isLatin(key.charAt(key.length - 1))) {
    if (/^\d+$/.test(key) || (kind === 'latin' && isWithinLatin(before, behind, words))) return false
    return key.length > 2 || (prior >= KNOWN && (text === text.toUpperCase() || isAsked(match, context)))
  }
  // 比雅迪 is a misspelled 比亚迪, and 比隆平高科少多少 compares.
  const isCompared = before !== '比' && (context.others.length > 0 || !/[,。;?!\s]比$/u.test(before))
  if (before.endsWith('比') && !isCompared) return false
  // 那广州呢 after a count of companies in Shenzhen.
  if (words.isPlace(key) && (predicate.test(before) || ofOneThere.test(behind))) return false
  if (key.length > 3)
    return !words.isPlace(key) && !otherEntity.test(behind) && !(isCounted(behind) && words.isOfWords(key))
  if (!isSure && isCounted(behind)) return false
  const isPerson =
    mayBePerson(key) && !isSure && prior < (kind === 'brand' ? KNOWN : LIKELY) && !precedesName(match, context)
  if (isPerson && !isBeside(match, context) && !organisation.test(behind)) return false
  return isAlone(before, behind, context.words) || isShortName(match, first, context)
}

/** 那广州呢, 铜陵那个 */
const ofOneThere = /^(?:呢|的?那[个家])/u
/** 太平鸟是宁波的吧 */
const predicate = /(?:[是在]|位于|属于|来自)$/u

/** dongfang of dongfang caifu, but catl of byd vs catl. */
function isWithinLatin(before: string, behind: string, words: OrdinaryWords): boolean {
  const beside = [/([a-z]{2,}) $/iu.exec(before)?.[1], /^ ([a-z]{2,})/iu.exec(behind)?.[1]]
  return beside.some((word) => word !== undefined && !words.isWord(word.toLowerCase()))
}

/** Whether a name of two or three characters names its company inside a question. */
function isShortName(match: NameMatch, first: NameOwner, context: NameContext): boolean {
  const { start, end, key, named } = match
  const { question, words, table } = context
  const { kind, prior } = first
  const isSure = !derived.includes(kind)
  const head = key.slice(0, 2)
  if (
    kind === 'part' &&
    key.length === 3 &&
    !isBeforeWord(match, words) &&
    (!words.isWord(head) || words.isPlace(head))
  )
    return false
  if (isWithinPlace(match, context)) return false
  // 同星科技不在宁波
  if (!isSure && words.isPlace(key) && /(?:在|到|去|来自|位于)$/u.test(question.slice(0, start))) return false
  if (isOfOtherTrade(match, question)) return false
  // 盐金铺子 is no 良品铺子.
  if (
    kind === 'ending' &&
    /\p{Script=Han}$/u.test(question.slice(0, start)) &&
    !begins(question.slice(0, start), context) &&
    !isBeside(match, context)
  )
    return false
  if (!isSure && prior < WELL_KNOWN && isEndOfName(question.slice(0, start), context)) return false
  const behind = question.slice(end)
  if ((otherEntity.test(behind) && !isBeside(match, context)) || (!isSure && restOfName.test(behind))) return false
  if (prior >= LIKELY && isEmployer(question.slice(0, start), behind)) return true
  const isSubject = begins(question.slice(0, start), context) || isBeside(match, context)
  const borders = context.borders()
  const isDivided = !borders.has(start) || !borders.has(end)
  const isInner = table.isInnerWord(key)
  const isWord = words.isWord(key) || isInner
  const isOnly = decides(named)
  // 只认雕牌洗衣粉: a brand is kept by hand.
  if (kind === 'alias' && !isWord && !isDivided) return true
  if (isSure && isOfCharacters(match, context)) return true
  // 泸州老窖比舍得上市早
  if (
    isOnly &&
    prior >= LIKELY &&
    !words.isPlace(key) &&
    isBeside(match, context) &&
    continuesAsQuestion(match, context)
  )
    return true
  if (prior >= (isWord ? LIKELY : KNOWN) && isOnly && ofProduct.test(behind)) return true
  if (isWord || isDivided) {
    if (!isAsked(match, context) || (isInner && words.isWord(key)) || (isWord && kind === 'ending')) return false
    if (isSure)
      return prior >= KNOWN && (!isWord || (prior >= LIKELY && !isDivided) || continuesAsQuestion(match, context))
    const least = words.isPlace(key) ? FAMOUS : WELL_KNOWN
    return prior >= least && isOnly && continuesAsQuestion(match, context)
  }
  if (words.hasWeakEdge(key)) {
    return isSubject && (prior >= FAMOUS || continuesAsQuestion(match, context))
  }
  return continuesAsQuestion(match, context) || (prior >= KNOWN && (isSure || isOnly) && isAsked(match, context))
}

/** 片仔癀 of 吃片仔癀护肝: no words of the language make it, so it is a name before and behind anything. */
const isOfCharacters = ({ start, key }: NameMatch, { borders }: NameContext) =>
  key.length === 3 && [0, 1, 2, 3].every((at) => borders().has(start + at))

/** 五得利 of 五得利面粉, but not 牧原食 of 牧原食品. */
const isBeforeWord = ({ key, named }: NameMatch, words: OrdinaryWords) =>
  named.some(({ core }) => {
    const borders = words.bordersOf(core)
    return core.startsWith(key) && borders.has(key.length) && !borders.has(key.length - 1)
  })

/** Whether a full name begins before the match: 珠海瑞 of 珠海瑞科思科技股份有限公司, or 珠海, where only 深圳市科思科技 is stored. */
function isEndOfFullName(before: string, { key }: NameMatch, { words, table }: NameContext): boolean {
  for (let at = Math.max(0, before.length - LONGEST_PLACE - 4); at < before.length; at += 1) {
    const place = words.cueAt(before, at)
    if (place?.cue.regions === undefined) continue
    const rest = before.slice(at + place.text.length)
    if (ofName.test(rest)) return true
    const city = place.text.replace(/市$/u, '')
    if (/^市?$/u.test(rest)) return [city, `${city}市`].every((one) => table.find(one + key).length === 0)
  }
  return false
}
const ofName = /^[市省县区]?(?![市省县区]|(?:上班|工作)$)[^\s,。;?!、的在是有叫和与跟及查问那这]{1,4}$/u

/** 东来 of 胖东来: a character before it, which no word of a question is, belongs to a longer name. */
const isEndOfName = (before: string, context: NameContext) =>
  /(?:^|[,。;?!\s])\p{Script=Han}$/u.test(before) && !begins(before, context)

/** Kinds of names that are derived from others; no source states them. */
export const derived: readonly NameOwner['kind'][] = ['brand', 'part', 'ending', 'start', 'lone', 'latin']

/** 人民法院, 美的很, 新华书店, 招商引资, 新希望小学, 绿地面积, 顾家的男人: what the words behind make of a short name. */
export const otherEntity =
  /^(?:[一二三四五六七八九十]{1,3}局|法院|检察院|政府|前\d|很(?=[,。;?!\s]|$)|上[最第]|认为|不信由|书店|书城|[字词]典|引资|小学|中学|大学|学校|学院|幼儿园|医院|法师|大师|道长|门票|景区|(?!.?[哪几])\p{Script=Han}{0,2}(?:街|路|大道|巷|村|镇|寺|桥)(?=[在怎到上堵有,。?]|附近|$)|广场|公园|饭店|\p{Script=Han}{0,6}[路街镇区村巷场]店|大桥|火车站|机场|小区|社区|面积|儿女|民族|精神|理想|的(?:男人|女人|孩子|儿子|女儿|媳妇|姑娘|小伙|长辈|亲戚|老人|后代))/u
/** 三只羊公司 is no part of 三只松鼠; 欠我们公司 and 还给公司 are of the sentence. */
const restOfName =
  /^(?![^的]{0,2}(?:这|那|哪|什么|几|[子母分总]公司))[^\s,。;?!、的是有和与跟在被去该本家我你您他她咱欠拖给找对为让要想能会还已都也向从说讲a-z]{1,3}(?:公司|集团)/u
/** 老板油烟机的厂家, 小米手机哪个公司的 */
const ofProduct =
  /^\p{Script=Han}{2,4}?(?:的(?:厂家|公司)|是?哪[个家](?:公司|厂|企业)|是?谁(?:家的|家?生?产|做的)|是?什么公司)/u

/** 老板的微信 is a contact, 微信那个公司 is none. */
const contact = /^(?:微信|qq)$/
const ofService = /^(?:的|[那这]个|背后的|软件)*(?:母?公司|厂家|是(?:谁家|哪[家个]|什么公司))/u

/** 老板油烟机的厂家, but 老板自己的公司 */
const madeBy = /^\p{Script=Han}{2,4}?(?:的厂[家商]|是?谁(?:生产|做)的|是?哪[个家]厂)/u

/** 洽洽hr, 春秋的offer, 迈瑞终面, 去春秋当地勤: only an employer has what stands behind the name. */
const ofEmployer =
  /^(?:集团|公司)?(?:的?(?:(?:\p{Script=Han}{1,4}岗的?)?offer|hr(?![a-z])|人事部?|[一二三终]面|录用|录取|意向书|三方|校招|社招)|(?:给|发)了?我?(?:个|的)?(?:offer|录用|面试))/iu
const employedBefore = /(?:入职|应聘|面试了?|跳槽[到去]?|去|进了?|过了|签了?)$/u
const employedBehind = /^(?:集团|公司)?(?:上班|工作|任职|报到|面试|实习|当\p{Script=Han}{2})/u
const isEmployer = (before: string, behind: string): boolean =>
  ofEmployer.test(behind) || (employedBefore.test(before) && employedBehind.test(behind))

/** Whether a word of the language describes companies or people in general: 现代企业, 健康的企业, 创新型企业. */
export function isGeneric({ end, key }: Pick<NameMatch, 'end' | 'key'>, { question, words }: NameContext): boolean {
  const behind = question.slice(end)
  return (
    words.isWord(key) &&
    (/^(?:[型类性化]|[型类性化]?的?(?:企业|行业|产业|管理者|领导))/u.test(behind) ||
      /^的公司(?:名|$|[^,。]{0,4}(?:一般|通常|应该|需要))/u.test(behind))
  )
}

/** 药明 of 药明生物 is no part of 药明康德, but 徐工 of 徐工机械 is one of 徐工集团. */
const isOfOtherTrade = ({ end, key, named }: NameMatch, question: string) =>
  startsWithTrade(question.slice(end)) &&
  named.every(({ kind, core }) => kind === 'part' && core.startsWith(key) && !startsWithTrade(core.slice(key.length)))

/** 新区 of 浦东新区. */
function isWithinPlace({ start, end, key }: NameMatch, { question, words }: NameContext): boolean {
  for (let at = Math.max(0, start - LONGEST_PLACE); at <= start; at += 1) {
    const word = words.cueAt(question, at)
    if (word?.cue.regions === undefined || word.text.length <= key.length) continue
    if (start < at + word.text.length && end <= at + word.text.length) return true
  }
  return false
}

/** 上海医药有多少家: companies of a kind are counted. */
const isCounted = (behind: string) =>
  /^(?:类|业|行业)?的?(?:(?:公司|企业)?(?:一共|总共)?有?(?:多少|几)家(?!分|子)|(?:公司|企业)都?有(?:哪|多少|几))/u.test(
    behind,
  )
