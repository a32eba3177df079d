import type { Fact } from '@baiqicha/contract/company-facts'
import { foldForSearch, searchKey } from '../../../../domain/names/company-name.ts'
import { asksItself } from '../clause.ts'
import { mayBePerson } from '../person-name.ts'
import { DECIDING, decides, derived, FAMOUS, isGeneric, isName, otherEntity, scoreOf } from './name-context.ts'
import type { NameKind, NameTable } from './name-table.ts'
import type { OrdinaryWords } from './ordinary-words.ts'
import {
  asksOfCompanies,
  continuesAsQuestion,
  cuesOutside,
  isAlone,
  isAsked,
  isLatin,
  KNOWN,
  type NameContext,
  type NameMatch,
} from './words-around-name.ts'

/**
 * `isKnown`: a source states the name, or many people know the company. `isSure`: the same, but for a name that is only a part of
 * those stated the company must be famous. `isWhole`: it is a name, short name or alias of the company as a source states it, or a code.
 */
export type LinkCandidate = { companyId: string; score: number; isKnown: boolean; isSure: boolean; isWhole: boolean }

const wholeKinds: readonly NameKind[] = ['code', 'name', 'shortName', 'alias']

/** A stretch of the normalised question that names a company. */
export type NameLink = {
  start: number
  end: number
  text: string
  /** The matched name, as a search key. */
  name: string
  how: 'exact' | 'pinyin' | 'corrected'
  /** The best first. */
  candidates: readonly LinkCandidate[]
}

/** A full name or a code is a name wherever it stands; of other companies' names the former ones count less. */
export const linkOf = ({ start, end, text, key, named }: NameMatch, how: NameLink['how'] = 'exact'): NameLink => ({
  start,
  end,
  text,
  name: key,
  how,
  candidates: named.map((one) => ({
    companyId: one.companyId,
    score: scoreOf(one),
    isKnown: !derived.includes(one.kind) || one.prior >= DECIDING,
    isSure: !derived.includes(one.kind) || one.prior >= FAMOUS,
    isWhole: wholeKinds.includes(one.kind),
  })),
})

/** Companies that are named in a normalised question by a name of the table, in order of appearance. */
export function linkCompanies(question: string, table: NameTable, words: OrdinaryWords): NameLink[] {
  const matches = matchesIn(question, table)
  if (matches.length === 0) return []
  const context: NameContext = { question, table, words, borders: lazyBorders(question, words), others: [] }
  let all: NameMatch[] = []
  // 三一和中联: beside a name, a word is one, too, and so is the word beside this one.
  for (let found = -1; found < all.length; ) {
    found = all.length
    const others = all
    all = longestOf(matches.filter((match) => others.includes(match) || isName(match, { ...context, others })))
  }
  const stated = all.filter(({ named }) => named.some(({ kind }) => kind !== 'alias' && !derived.includes(kind)))
  const subjects = all.filter(
    (match) =>
      !isOwner(question, match) &&
      !isOfPerson(question, match) &&
      (stated.length === 0 || isNamedBeside(match, stated, question)),
  )
  const named = subjects.filter((match) => !isSetAside(question, match))
  const asked = named.length === 0 ? subjects : named
  return asked
    .toSorted((a, b) => a.start - b.start)
    .map((match) => linkOf(ofGoods(continued(match, question), question, table)))
}

/** Characters of a name that a source states, and facts by which a word of the language or a place is one. */
const STATED = 3
const ofCompaniesOnly: readonly Fact[] = [
  'registeredCapital',
  'legalRepresentative',
  'staffSize',
  'foundedOn',
  'listings',
]

/** Short names whatever stands beside them: 三棵树乳胶漆. Only for a question that needs a company and names none otherwise. */
export function linkStated(question: string, table: NameTable, words: OrdinaryWords): NameLink[] {
  const context: NameContext = { question, table, words, borders: lazyBorders(question, words), others: [] }
  const facts = cuesOutside({ start: 0, end: 0 }, context, 0).flatMap(({ facts: own }) => own ?? [])
  const isOfListed = facts.includes('listings')
  const isOfCompany = facts.some((fact) => ofCompaniesOnly.includes(fact))
  const matches = matchesIn(question, table).filter(
    (match) =>
      match.key.length >= STATED &&
      match.named.some(({ kind, prior }) => kind === 'shortName' && prior >= KNOWN) &&
      (!words.isPlace(match.key) || isOfListed) &&
      (!words.isWord(match.key) || isOfCompany) &&
      !otherEntity.test(question.slice(match.end)) &&
      !isSetAside(question, match) &&
      !isOwner(question, match),
  )
  return longestOf(matches).map((match) => linkOf(match))
}

/**
 * Whether a brand or a part of a company's name is one beside the name of another: joined to it, or in a clause of its own that asks.
 * 我在淘宝买的,晨光文具法人是谁 asks nothing about 淘宝, nor 玉龙雪山索道是丽江股份的吧 about 玉龙股份.
 */
const isNamedBeside = (match: NameMatch, stated: readonly NameMatch[], question: string) =>
  stated.includes(match) ||
  asksAlone(match, stated, question) ||
  stated.some((other) => {
    const [first, second] = match.start < other.start ? [match, other] : [other, match]
    const between = question.slice(first.end, second.start)
    return between.length <= JOINED && joining.test(between)
  })

/** Whether a name is that of a clause of its own: the clause asks, or begins with a brand. */
function asksAlone({ start, end, named }: NameMatch, stated: readonly NameMatch[], question: string): boolean {
  const isBrand = named.some(({ kind }) => kind === 'alias')
  // 能投不, 总部在雄安哪条街
  const isLikely = isBrand || named.some(({ kind, prior }) => ofBeginning.includes(kind) && prior >= DECIDING)
  if (!isLikely || question.charAt(start - 1) === '在') return false
  const from = start - (/[^,。;?!、\s]*$/u.exec(question.slice(0, start))?.[0].length ?? 0)
  const to = end + (/^[^,。;?!、\s]*/u.exec(question.slice(end))?.[0].length ?? 0)
  const hasOther = stated.some((other) => other.start < to && from < other.end)
  return !hasOther && (asksItself.test(question.slice(from, to)) || (isBrand && from === start))
}
const ofBeginning: readonly NameKind[] = ['brand', 'part']
/** Characters between two names of a list or a comparison. */
const JOINED = 8
const joining = /^[^,。;?!]*(?:[和与跟及同比、]|还是|以及|或|vs|pk)[^,。;?!]*$|^(?:是不是|是|\s*)$/iu

/** What stands before a name that another company may have had: 云帆演示以前是不是叫澜帆演示. */
const givenName =
  /(?:(?:以前|之前|原来|原先|过去|曾经?)[^,。;?!]{0,6}叫做?|[改更]名为?|改成|改为|前身是?|原名是?|曾用名是?)$/u

/** 不是问华为, 别查格力了, 除了比亚迪, 和比亚迪没关系. */
const excludedBefore =
  /(?:(?:不是|没)(?:在|想|要)?(?:问|说|查|看|指)|[别不](?:要|用|想)?(?:再)?(?:跟我|给我|老)?(?:查|看|管|问|说|提)|除了|除开|撇开|抛开|除去|(?:[非硬偏]要?说|还?以为|当成|当作)[^,。;?!]{0,8}|别[跟和把与]|地址(?:上|栏|里)?(?:是|写|印|填|标|登记)[的着了在是]*[^,。;?!]{0,8})$/u
/** 不是美的,是格力: but 是不是美的 and 弗迪不是比亚迪的吗 */
const correctedBefore = /(?<!是)不是$/u
const correctedBehind = /^(?:集团|公司)?的?[,。;\s]*(?:而|应该|我?(?:要|想)?[问说查看]?的)?是(?!不是)/u
const unrelatedBehind =
  /^(?:(?:没有?|无|毫无)(?:任何|什么|半点)?关系|(?:什么的)?(?:先|就|都)?(?:不[管说提查]了?|算了)|以外|之外|除外|不算|[搞弄]混了?|混为一谈)(?=[,。;!\s])/u

/** Whether the question says that it is not about this name, which another one may replace. */
export const isSetAside = (question: string, { start, text }: { start: number; text: string }): boolean =>
  givenName.test(question.slice(0, start)) ||
  excludedBefore.test(question.slice(0, start)) ||
  (correctedBefore.test(question.slice(0, start)) && correctedBehind.test(question.slice(start + text.length))) ||
  unrelatedBehind.test(question.slice(start + text.length))

/** 比亚迪旗下的弗迪电池 asks about the company of the group, which may not be stored; 旗下有哪些公司 asks about the group. */
export const isOwner = (question: string, { start, text }: { start: number; text: string }): boolean =>
  /^(?:集团|公司|股份)?(?:旗下|下属|下面)的(?!(?:[子分]?公司|[子品]牌|企业|产品|业务|资产|[那这哪]|所有|其他|全部|上市|几))\p{Script=Han}{2}/u.test(
    question.slice(start + text.length),
  )

/** 鸣鸣 of 董秘是刘鸣鸣吗: with the character before it, a part of a company's name is that of a person. */
const isOfPerson = (question: string, { start, end, text, named }: NameMatch): boolean =>
  named.every(({ kind }) => derived.includes(kind)) &&
  /(?:是|叫|为)$/u.test(question.slice(0, start - 1)) &&
  mayBePerson(question.charAt(start - 1) + text) &&
  /^(?:吗|么|嘛|吧|不|[,。?!]|$)/u.test(question.slice(end))

/**
 * A derived name with the characters behind it that only one company's name has: 北辰演示供应链 of 北辰演示供应链管理.
 */
function continued(match: NameMatch, question: string): NameMatch {
  const { key, named, start, end } = match
  if (named.length < 2 || named.some(({ kind }) => !derived.includes(kind))) return match
  const rests = named.map(({ core }) => (core.startsWith(key) ? core.slice(key.length) : ''))
  const lengths = rests.map((rest) => {
    let length = 0
    while (length < rest.length && rest[length] === question[end + length]) length += 1
    return length
  })
  const most = Math.max(...lengths)
  const longest = named.filter((_, at) => lengths[at] === most)
  if (most >= 2 && longest.length === 1)
    return { ...match, end: end + most, text: question.slice(start, end + most), named: longest }
  return match
}

/** Characters of goods: 瓷砖. */
const goodsLengths = [2, 3, 4]

/** Companies whose brand the name and a word elsewhere in the question make: 卖瓷砖的东鹏 is the company of 东鹏瓷砖. */
function ownersWithGoods({ key, start, end, named }: NameMatch, question: string, table: NameTable): string[] {
  const rest = `${question.slice(0, start)} ${question.slice(end)}`
  const owners = new Set<string>()
  for (let at = 0; at < rest.length; at += 1)
    for (const length of goodsLengths) {
      const goods = rest.slice(at, at + length)
      if (goods.length < length || /[^\p{Script=Han}]/u.test(goods)) continue
      for (const { companyId } of table.find(key + goods)) owners.add(companyId)
    }
  return named.flatMap(({ companyId }) => (owners.has(companyId) ? companyId : []))
}

function ofGoods(match: NameMatch, question: string, table: NameTable): NameMatch {
  if (match.named.length < 2) return match
  const owners = ownersWithGoods(match, question, table)
  return owners.length === 1
    ? { ...match, named: match.named.filter(({ companyId }) => companyId === owners[0]) }
    : match
}

/**
 * Reads mentions that the search finds only within names. `whole`: a name of the table with a known company. `ordinary`: a word
 * of the language where nothing shows that it is a name: 现代企业制度.
 */
export function readPartial(
  question: string,
  {
    mentions,
    table,
    words,
  }: Pick<NameContext, 'table' | 'words'> & { mentions: readonly { text: string; start: number }[] },
): { whole: NameLink[]; ordinary: { text: string; start: number }[] } {
  const context: NameContext = { question, table, words, borders: lazyBorders(question, words), others: [] }
  const read = mentions.map(({ text, start }) => {
    const key = searchKey(text)
    const match = { start, end: start + text.length, text, key, named: table.find(key) }
    const before = question.slice(0, start)
    const isKnown = (match.named[0]?.prior ?? 0) >= KNOWN && continuesAsQuestion(match, context)
    const behind = question.slice(match.end)
    // 国企的董事长一般是谁任命的, but 小米一般几点下班.
    const isOfPhrase = words.isWord(key) && (table.isInnerWord(key) || match.named[0]?.kind === 'ending')
    const isUsedAsName =
      isAlone(before, behind, context.words) ||
      (!isOfPhrase &&
        (isAsked(match, context) ||
          (isKnown &&
            asksOfCompanies(match, context) &&
            !(words.isWord(key) && behind.startsWith('的')) &&
            (decides(match.named) || !words.isWord(key)))))
    // 六神 of 六神无主
    const isDivided = !context.borders().has(match.start) || !context.borders().has(match.end)
    const isOrdinary =
      (isDivided && !isUsedAsName) ||
      isGeneric(match, context) ||
      ofKind.test(key) ||
      otherEntity.test(behind) ||
      (words.isWord(key) && !isUsedAsName) ||
      (demonstrative.test(before) && match.named.every(({ kind }) => kind === 'ending'))
    return { match, isKnown, isOrdinary }
  })
  return {
    whole: read.flatMap(({ match, isKnown, isOrdinary }) =>
      isKnown && !isOrdinary && !words.isPlace(match.key) ? [linkOf(match)] : [],
    ),
    ordinary: read.flatMap(({ match: { text, start }, isOrdinary }) => {
      // 老百姓的养老金, of which the search finds 老百姓
      const isOfWord = read.some(
        (other) => other.isOrdinary && other.match.start === start && text.startsWith(`${other.match.text}的`),
      )
      return isOrdinary || isOfWord ? [{ text, start }] : []
    }),
  }
}

/** 这铺子 */
const demonstrative = /[这那哪][家个间]?$/u
/** 创新型企业 */
const ofKind = /^\p{Script=Han}{2,4}型(?:企业|公司)?$/u

/** A sign that no name contains. */
const divider = /[,。;?!、:|~…]/u

/** SZ300750 */
const exchange = /(?<![a-z0-9])(?:sh|sz|bj)$/i

/** 002594.SZ */
const exchangeOnly = /^(?:sh|ss|sz|bj|hk)$/
const codeBefore = /\d{5,6}\.?$/

/** Every substring that is a name. */
function matchesIn(question: string, table: NameTable): NameMatch[] {
  const { key, starts, ends } = foldForSearch(question)
  const matches: NameMatch[] = []
  for (let from = 0; from + 2 <= key.length; from += 1) {
    const longest = Math.min(table.longestFrom(key.slice(from, from + 2)), key.length - from)
    for (let length = longest; length >= 2; length -= 1) {
      const name = key.slice(from, from + length)
      const named = table.find(name)
      const [start, end] = [starts[from], ends[from + length - 1]]
      if (named.length === 0 || start === undefined || end === undefined) continue
      const text = question.slice(start, end)
      const isBehindLetter = isLatin(question.charAt(start - 1)) && !exchange.test(question.slice(0, start))
      const dividesLatin =
        (isLatin(text.charAt(0)) && isBehindLetter) ||
        (isLatin(text.charAt(text.length - 1)) && isLatin(question.charAt(end)))
      // Co., Ltd. of a full name.
      const isDivided = divider.test(text) && named[0]?.kind !== 'name'
      const isExchange = exchangeOnly.test(name) && codeBefore.test(question.slice(0, start))
      if (!dividesLatin && !isDivided && !isExchange) matches.push({ start, end, text, key: name, named })
    }
  }
  return matches
}

/** Most questions have no short name, and need no borders of words. */
function lazyBorders(question: string, words: OrdinaryWords) {
  let borders: ReadonlySet<number> | undefined
  return () => (borders ??= words.bordersOf(question))
}

const best = ({ named: [first] }: NameMatch) => (first === undefined ? 0 : scoreOf(first))

/** Of overlapping matches the longest, then the surest. */
function longestOf(matches: readonly NameMatch[]): NameMatch[] {
  const taken: NameMatch[] = []
  for (const match of matches.toSorted((a, b) => b.key.length - a.key.length || best(b) - best(a))) {
    if (!taken.some(({ start, end }) => match.start < end && start < match.end)) taken.push(match)
  }
  return taken
}
