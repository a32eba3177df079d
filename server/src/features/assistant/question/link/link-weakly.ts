import { mayBePerson } from '../person-name.ts'
import {
  isOwner,
  isSetAside,
  lazyBorders,
  linkOf,
  longestOf,
  matchesIn,
  type NameLink,
  ownersWithGoods,
} from './link-companies.ts'
import { DECIDING, derived, isGeneric, otherEntity } from './name-context.ts'
import type { NameKind, NameTable } from './name-table.ts'
import type { OrdinaryWords } from './ordinary-words.ts'
import { begins, isExplained, type NameContext, type NameMatch } from './words-around-name.ts'

/** Kinds of names that are too short or too rare to stand for their company without further words. */
const tooShort: readonly NameKind[] = ['code', 'latin', 'start', 'lone']
const ofParts: readonly NameKind[] = ['part', 'ending']

const doubtful = (link: NameLink, isOnly: boolean): NameLink => ({
  ...link,
  candidates: link.candidates.map((one) => ({ ...one, isSure: false, isKnown: one.isKnown && isOnly })),
})

/**
 * The company whose name a question writes, though no word around it shows that it is a name: 人人乐收银干了九年. Call it only for a
 * question that needs a company and names none otherwise; the answer states which company was taken.
 */
export function linkWeakly(question: string, table: NameTable, words: OrdinaryWords): NameLink[] {
  const context: NameContext = { question, table, words, borders: lazyBorders(question, words), others: [] }
  const [longest] = longestOf(matchesIn(question, table).filter((match) => mayBeName(match, context)))
  return longest === undefined ? [] : [doubtful(linkOf(longest), true)]
}

/** 好太太月嫂服务部 */
const entityBehind = /^[^,。;?!\s的]{0,6}(?:[部店厂社馆]|商行|中心|工作室|公司)/u

function mayBeName({ start, end, key, named }: NameMatch, context: NameContext): boolean {
  const { question, table, words, borders } = context
  const [first] = named
  if (first === undefined || tooShort.includes(first.kind) || !/^\p{Script=Han}+$/u.test(key)) return false
  const behind = question.slice(end)
  // 卖猪饲料那个双胞胎
  if (key.length > 2 && ownersWithGoods({ start, end, key, text: key, named }, question, table).length === 1)
    return true
  const isWord = words.isWord(key) || words.isPlace(key) || words.isOfWords(key) || table.isInnerWord(key)
  const isOther =
    otherEntity.test(behind) ||
    entityBehind.test(behind) ||
    isGeneric({ end, key }, context) ||
    isExplained(behind, false)
  if (isWord || isOther || !borders().has(start) || !borders().has(end)) return false
  if (isOwner(question, { start, text: key }) || isSetAside(question, { start, text: key })) return false
  if (derived.includes(first.kind) && mayBePerson(key)) return false
  if (key.length > 2) return true
  const isKnown = !ofParts.includes(first.kind) || first.prior >= DECIDING
  return isKnown && !words.hasWeakEdge(key) && begins(question.slice(0, start), context)
}

/** 做榨菜的那个上市的, 长白山景区那个股份公司 */
const descriptions = [
  /(?:[做卖产造养酿]|生产)((?:(?![的那这])\p{Script=Han}){2,4})(?:的|[那这][个家])/u,
  /((?:(?![的那这])\p{Script=Han}){2,4}?)(?:景区|景点)?的?[那这][个家](?:上市|股份)/u,
]
/** Most companies that a description offers. */
const MOST_DESCRIBED = 8

/** The companies whose name has what a question says of its company; none if there are too many. Reads every name of the table. */
export function linkDescribed(question: string, table: NameTable): NameLink[] {
  const [text] = descriptions.flatMap((pattern) => pattern.exec(question)?.[1] ?? [])
  if (text === undefined || !/[那这][个家]|上市|股份/u.test(question)) return []
  const named = table.comparedKeys
    .filter((key) => key.includes(text))
    .flatMap((key) => table.find(key).filter(({ kind }) => !derived.includes(kind)))
  const companies = [...new Map(named.map((one) => [one.companyId, one])).values()]
  if (companies.length > MOST_DESCRIBED || companies.length === 0) return []
  const start = question.indexOf(text)
  const link = linkOf({ start, end: start + text.length, text, key: text, named: companies })
  return [doubtful(link, companies.length === 1)]
}
