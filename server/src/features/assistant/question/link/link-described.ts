import { linkOf, type NameLink } from './link-companies.ts'
import { derived } from './name-context.ts'
import type { NameTable } from './name-table.ts'

/** 做榨菜的那个上市的, 长白山景区那个股份公司 */
const descriptions = [
  /(?:[做卖产造养酿]|生产)((?:(?![的那这])\p{Script=Han}){2,4})(?:的|[那这][个家])/u,
  /((?:(?![的那这])\p{Script=Han}){2,4}?)(?:景区|景点)?的?[那这][个家](?:上市|股份)/u,
]
/** Most companies that a description offers. */
const MOST_DESCRIBED = 8

/** The companies whose name has what a question says of its company; none if there are too many. Reads
 * every name of the table, so call it only for a question that needs a company and names none otherwise. */
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
  const isOnly = companies.length === 1
  const candidates = link.candidates.map((one) => ({ ...one, isSure: false, isKnown: one.isKnown && isOnly }))
  return [{ ...link, candidates }]
}
