import { startsWithTrade } from '../../../../domain/names/trade-name.ts'
import { mayBePerson } from '../person-name.ts'
import { type NameOwner, type NameTable, nameKinds } from './name-table.ts'
import type { OrdinaryWords } from './ordinary-words.ts'

/** A substring of the question that is a name of the table, with the companies that have it. */
export type NameMatch = { start: number; end: number; text: string; key: string; named: readonly NameOwner[] }

export const scoreOf = ({ kind, prior }: NameOwner) => nameKinds[kind] * prior

/** Whether the first of the companies with a name is the one that is meant. */
export const decides = ([first, ...others]: readonly NameOwner[]) =>
  first !== undefined && others.every((one) => scoreOf(one) * DECIDES <= scoreOf(first))

/** A known candidate with this many times the score of the next is the one that is meant. */
export const DECIDES = 3

export const isLatin = (character: string) => /[a-z0-9]/i.test(character)

export type NameContext = {
  question: string
  table: NameTable
  words: OrdinaryWords
  borders: () => ReadonlySet<number>
  /** Matches that are names. */
  others: readonly NameMatch[]
}

/** Priors of a likely name: of a word where a fact is asked, of one that may be a person's, of one of several companies, of three characters before others, of a place. */
export const KNOWN = 10_000
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
/** 在北方上班 */
export const direction = /^[东西南北]{1,2}[方部]$/u
/** 第一 of 第一大股东. */
export const ordinal = /^第[一二三四五六七八九十百]+$/u
const quotedBefore = /["“「『《'‘]$/u
const quotedBehind = /^["”」』》'’]/u
/** 华南地区, 东北一带 */
const areaBehind = /^(?:地区|区域|片区|大区|一带|各地)/u
const organisation = /^(?:这家|这个|那家)?(?:公司|集团|股份|控股|总部|总公司|企业)/u

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
  // 澜山演示科技有限公司 is not 澜山演示贸易有限公司.
  if (restOfFullName.test(behind) && !(isSure && formBehind.test(behind))) return false
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
  // 比雅迪 is a misspelled 比亚迪.
  if (before === '比') return false
  if (key.length > 3) return !words.isPlace(key) && !(isCounted(behind) && words.isOfWords(key))
  if (!isSure && isCounted(behind)) return false
  const isPerson =
    mayBePerson(key) && (personBefore.test(before) || (!isSure && prior < DECIDING && !precedesName(match, context)))
  if (isPerson && !isBeside(match, context) && !organisation.test(behind)) return false
  return isAlone(before, behind, context) || isShortName(match, first, context)
}

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
  // 南方的工厂 is no 南方航空.
  if (direction.test(key) && derived.includes(kind)) return false
  if (kind === 'part' && key.length === 3 && (!words.isWord(head) || words.isPlace(head))) return false
  if (isWithinPlace(match, context) || isOfOtherTrade(match, question)) return false
  const behind = question.slice(end)
  if (
    (otherEntity.test(behind) && !isBeside(match, context)) ||
    (!isSure && restOfName.test(behind)) ||
    isGeneric(match, context)
  )
    return false
  if (prior >= LIKELY && isEmployer(question.slice(0, start), behind)) return true
  const isSubject = begins(question.slice(0, start), context) || isBeside(match, context)
  const borders = context.borders()
  const isDivided = !borders.has(start) || !borders.has(end)
  const isInner = table.isInnerWord(key)
  const isWord = words.isWord(key) || isInner
  const isOnly = decides(named)
  if (prior >= LIKELY && isOnly && ofProduct.test(behind)) return true
  if (isWord || isDivided) {
    // 现代企业 and 现代公司治理 are of the language, 平安公司 is a name.
    const isOrganisation = organisation.test(behind) && !(isWord && (prior < WELL_KNOWN || asksForMany.test(behind)))
    // 去三羊马上班, but 今世缘分已尽.
    const isWhole = !isWord && key.length > 2 && continuesAsQuestion(match, context)
    if (isSure && isSubject && (isOrganisation || isWhole)) return true
    if (!isAsked(match, context) || (isInner && words.isWord(key)) || (isWord && kind === 'ending')) return false
    if (isSure) return prior >= KNOWN && (!isWord || !isDivided || continuesAsQuestion(match, context))
    const least = words.isPlace(key) || (isWord && kind === 'part') ? FAMOUS : WELL_KNOWN
    return prior >= least && isOnly && continuesAsQuestion(match, context)
  }
  if (words.hasWeakEdge(key)) {
    const isLikely = continuesAsQuestion(match, context) && (prior >= KNOWN || isAsked(match, context))
    return isSubject && (prior >= FAMOUS || isLikely)
  }
  if (key.length > 2 && prior >= WELL_KNOWN) return true
  return (
    continuesAsQuestion(match, context) ||
    (isSubject && prior >= WELL_KNOWN && continuesAsNoName(match, context)) ||
    (prior >= KNOWN && (isSure || isOnly) && isAsked(match, context))
  )
}

/** Kinds of names that are derived from others; no source states them. */
export const derived: readonly NameOwner['kind'][] = ['brand', 'part', 'ending', 'start', 'latin']

const asksForMany =
  /(?:多少|几)(?:家|户)(?!分|子|门|下|关联)|哪些(?:公司|企业)(?!的)|哪几家|^(?:公司|企业)(?:哪家|哪个|排名|推荐)/u

/** 新华书店, 新希望小学, 绿地面积: what the words behind make of a short name. */
const otherEntity =
  /^(?:[一二三四五六七八九十]{1,3}局|书店|书城|小学|中学|大学|学校|学院|幼儿园|医院|广场|公园|饭店|大桥|火车站|机场|小区|社区|面积|儿女|民族|精神|理想)/u
/** 三只羊公司 is no part of 三只松鼠; 欠我们公司 and 还给公司 are of the sentence. */
const restOfName =
  /^(?![^的]{0,2}(?:这|那|哪|什么|几|[子母分总]公司))[^\s,。;?!、的是有和与跟在被去该本家我你您他她咱欠拖给找对为让要想能会还已都也向从说讲a-z]{1,3}(?:公司|集团)/u
/** 老板油烟机的厂家, 小米手机哪个公司的 */
const ofProduct =
  /^\p{Script=Han}{2,4}?(?:的(?:厂家|公司)|是?哪[个家](?:公司|厂|企业)|是?谁(?:家的|生产|做的)|是?什么公司)/u

/** 老板的微信 is a contact, 微信那个公司 is none. */
const contact = /^(?:微信|qq)$/
const ofService = /^(?:的|[那这]个|背后的|软件)*(?:母?公司|厂家|是(?:谁家|哪[家个]|什么公司))/u

/** 老板油烟机的厂家, but 老板自己的公司 */
const madeBy = /^\p{Script=Han}{2,4}?(?:的厂[家商]|是?谁(?:生产|做)的|是?哪[个家]厂)/u

/** 洽洽hr, 春秋的offer, 迈瑞终面, 去春秋当地勤: only an employer has what stands behind the name. */
const ofEmployer =
  /^(?:集团|公司)?(?:的?(?:offer|hr(?![a-z])|人事部?|[一二三终]面|录用|录取|意向书|三方|校招|社招)|(?:给|发)了?我?(?:个|的)?(?:offer|录用|面试))/iu
const employedBefore = /(?:入职|应聘|面试了?|跳槽[到去]?|去|进了?|过了|签了?)$/u
const employedBehind = /^(?:集团|公司)?(?:上班|工作|任职|报到|面试|实习|当\p{Script=Han}{2})/u
export const isEmployer = (before: string, behind: string): boolean =>
  ofEmployer.test(behind) || (employedBefore.test(before) && employedBehind.test(behind))

/** Whether a word of the language describes companies or people in general: 现代企业, 健康的企业, 创新型企业. */
export function isGeneric({ end, key }: Pick<NameMatch, 'end' | 'key'>, { question, words }: NameContext): boolean {
  const behind = question.slice(end)
  return (
    words.isWord(key) &&
    (/^(?:[型类性化]|[型类性化]?的?(?:企业|行业|产业|管理者|领导))/u.test(behind) ||
      /^的公司(?:名|$|[^,。]{0,4}(?:一般|通常|应该|需要))/u.test(behind) ||
      /^(?:公司|人)[^,。;?!]{0,6}(?:一般|通常|普遍|应该|需要|为什么)/u.test(behind))
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
/** 数字认证是什么; a company is no term, so 比亚迪是什么 asks for it. */
export const isExplained = (behind: string, isOfWords: boolean) =>
  /^是谁(?:发明|创造|画|唱|写)/u.test(behind) ||
  /^(?:是|指的?是|有)?(?:什么意思|啥意思|何意|怎么(?:写|算|理解|办))/u.test(behind) ||
  (isOfWords && /^(?:是|指)(?:什么|啥)[?。]?$/u.test(behind))

const said = /^(?:看看|看下|呢|吗|啊|吧|怎么样|咋样|如何|行吗|好吗|靠谱吗|[?。!])*$/u

/** Whether the question is the name and nothing else. */
export function isAlone(before: string, behind: string, { words }: NameContext): boolean {
  if (!said.test(behind)) return false
  let at = 0
  while (at < before.length) {
    const word = words.cueAt(before, at)
    if (word?.cue.isFiller === true) at += word.text.length
    else if (/[请问查看搜找那帮我想要一下询换,\s]/u.test(before.charAt(at))) at += 1
    else return false
  }
  return true
}

/** 我朋友王力 */
const personBefore =
  /(?:朋友|同学|同事|亲戚|[男女]友|老公|老婆|丈夫|妻子|邻居|[表堂][哥姐弟妹]|[我他她]叫|姓名[是为]?)$/u

/** What stands before the subject of a question: nothing, a sign, 请问, 在, 和. */
const beforeSubject =
  /(?:^|[,。;?!、:\s"“”]|[和与跟及同或比在去从给被对是叫说到于看查问搜把找]|(?<=[买面投进签见欠])了|vs|还是|以及|关于|一下|供应商|客户|帮我|请问|那么?|应聘|入职|加入|想去|没有的话|换)了?$/iu

const begins = (before: string, { words }: NameContext): boolean => {
  if (beforeSubject.test(before)) return true
  for (let length = Math.min(6, before.length); length > 1; length -= 1) {
    const word = before.slice(-length)
    const found = words.cueAt(word, 0)
    if (found?.text === word && found.cue.isFiller === true) return true
  }
  return false
}

/** Whether a fact or a record is asked of the match: it is the subject, and the words behind it ask. */
export function isAsked({ start, end }: NameMatch, context: NameContext): boolean {
  const { question, words, others } = context
  if (!begins(question.slice(0, start), context) && !isBeside({ start, end }, context)) return false
  const behind = question.slice(end)
  if (asksForMany.test(behind)) return false
  // 光明的前途在哪里
  if (
    behind.startsWith('的') &&
    words.cueAt(question, end + 1) === null &&
    !/^的(?:\d|[前近][\d一二三五十]|第|最|[,。;?!\s]|$)/u.test(behind)
  )
    return false
  if (others.some((other) => joins(question, { start, end }, other)) || ofRelation.test(behind)) return true
  for (let at = end; at < question.length; ) {
    const word = words.cueAt(question, at)
    if (word !== null && asksOfCompany(word.cue)) return true
    at += word?.text.length ?? 1
  }
  return false
}

const asksOfCompany = ({ facts, kinds, uncollected, intent }: NonNullable<ReturnType<OrdinaryWords['cueAt']>>['cue']) =>
  facts !== undefined ||
  kinds !== undefined ||
  uncollected !== undefined ||
  (intent !== undefined && !['count', 'list', 'explanation', 'howTo', 'unknown'].includes(intent))

/** 阿里和蚂蚁是一家吗 */
const ofRelation =
  /^[^,。;?!]{0,10}(?:是(?:不是)?同?一家(?:公司|企业|的)?(?:吗|嘛|么|[?。]|$)|(?:什么|啥|有没有|有)关系)/u

type Range = { start: number; end: number }

/** Whether a sign or a word joins it to another name, or nothing in a list: 蔚来小鹏理想哪家员工多. */
const isBeside = (range: Range, { question, others }: NameContext) =>
  others.some(
    (other) =>
      other.start !== range.start &&
      joins(question, range, other) &&
      ((other.end !== range.start && other.start !== range.end) ||
        comparesSeveral.test(question.slice(Math.min(range.end, other.end)))),
  )

/** 三一和中联 */
function joins(question: string, one: Range, other: Range): boolean {
  // 美的 of 奥美的
  if (one.start < other.end && other.start < one.end) return false
  const between = one.start >= other.end ? question.slice(other.end, one.start) : question.slice(one.end, other.start)
  return /^\s*(?:和|与|跟|及|以及|、|同|比|对比|还是|或|vs\.?|pk|,)?\s*$/iu.test(between)
}

/** 蔚来小鹏理想哪家员工多 */
const comparesSeveral = /^\p{Script=Han}{0,12}(?:谁|哪[家个]|[两三四]家|比一?比)/u
const precedesName = ({ end }: Pick<NameMatch, 'end'>, { question, table }: Pick<NameContext, 'question' | 'table'>) =>
  comparesSeveral.test(question.slice(end)) &&
  [4, 3, 2].some((length) => (table.find(question.slice(end, end + length))[0]?.prior ?? 0) >= KNOWN)

/** Characters that may follow a name of two characters, besides words of the grammar. */
const follows =
  /^(?:$|[,。;?!、:\s)"”]|[的是有在了吗呢啊吧和与跟及同或比被把从给为对向由于也都还就又会能可要去上做欠招包这那一现目今去前后拖干做裁签供])/u

/** Whether the words behind a short name are no further characters of a longer name that the table lacks: 中通快递. */
export function continuesAsQuestion({ end }: NameMatch, { question, table, words }: NameContext): boolean {
  const behind = question.slice(end)
  if (follows.test(behind) || organisation.test(behind) || isLatin(behind.charAt(0))) return true
  if (precedesName({ end }, { question, table })) return true
  const word = words.cueAt(question, end)
  return word !== null && word.cue.keyword === undefined && word.cue.industry === undefined
}

/** Whether no name has the characters behind the match: 大华干技术, but 海天味液. */
function continuesAsNoName({ end, key }: NameMatch, { question, table, words }: NameContext): boolean {
  const behind = question.slice(end)
  return (
    /^\p{Script=Han}{2}/u.test(behind) &&
    words.cueAt(question, end) === null &&
    !startsWithTrade(behind) &&
    !table.hasPair(behind) &&
    !table.hasPair(key.slice(-1) + behind)
  )
}
