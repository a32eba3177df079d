import type { SeenAnswer } from '../case.ts'
import { plainText } from '../plain-text.ts'
import type { CompanyRow, StoreRows } from '../store-rows.ts'
import { withoutComputed } from './computed-figures.ts'
import { findFalseClaims } from './find-false-claims.ts'
import { knownTextsOf } from './known-texts.ts'
import { vocabulary } from './vocabulary.ts'

/** Types of citations whose texts are no facts of companies: the explained terms, the coverage, and a search. */
const otherTypes = new Set(['term', 'coverage', 'search'])

/** Counts of a part of the records, which a condition in the sentence names, are not counted again. */
const PART = 11
/** YYYY-MM-DD, in China. */
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const byLength = (texts: Iterable<string>) => [...texts].toSorted((a, b) => b.length - a.length)

/** Words, dates and numbers of a sentence that neither the database nor the wording of answers has. */
function unknownParts(sentence: string, rows: StoreRows, companies: readonly CompanyRow[]): string[] {
  const { texts, numbers } = knownTextsOf(rows, companies)
  // Persons with the same masked name are numbered: 演示某5.
  let rest = withoutComputed(plainText(sentence).replaceAll(/某\d+/gu, '某'), today())
  // The days, amounts and names of a condition are those of the question.
  rest = rest.replaceAll(
    /姓名或名称[^;)]+|\d{4}年(?:至\d{4}年)?(?=[);])|\d{4}-\d{2}-\d{2}(?=起|至|及以前)|(?<=至)\d{4}-\d{2}-\d{2}|未收录[^，。]*|^不在[^,]*|(?:不低于|不高于|高于|低于)\d+(?:\.\d+)?(?=万元[;)])/gu,
    '|',
  )
  for (const text of byLength(texts)) rest = rest.replaceAll(text, '|')
  const unknown: string[] = []
  rest = rest.replaceAll(/\d{4}-\d{2}(?:-\d{2})?/gu, (date) => {
    unknown.push(date)
    return '|'
  })
  const counts = countsOf(rows, companies)
  rest = rest.replaceAll(/\d+(?:\.\d+)?/gu, (number) => {
    const plain = String(Number(number))
    if (!numbers.has(plain) && !counts.has(plain)) unknown.push(number)
    return '|'
  })
  for (const word of vocabulary) rest = rest.replaceAll(word, '|')
  const words = rest.match(/[\p{Script=Han}a-z]{2,}/gu) ?? []
  // After its first mention a company has a short name: 比亚迪.
  const names = companies.map(({ name }) => plainText(name))
  return [...unknown, ...words.filter((word) => ![...vocabulary, ...names].some((one) => one.includes(word)))]
}

/** Numbers of records by kind and view, and of all views together. */
function countsOf(rows: StoreRows, companies: readonly CompanyRow[]): Set<string> {
  const counts = new Set<string>()
  for (const company of companies) {
    const byKind = Map.groupBy(rows.recordsOf(company), ({ kind }) => kind)
    for (const records of byKind.values()) {
      counts.add(String(records.length))
      for (const group of Map.groupBy(records, ({ view }) => view).values()) counts.add(String(group.length))
      // The number of those who hold an office, or of changes of one kind.
      for (let part = 1; part < Math.min(records.length, PART); part += 1) counts.add(String(part))
    }
  }
  return counts
}

/**
 * Facts of an answer that are in no row of the database, or that its rows contradict. Reads the text and the database
 * only, and shares no code with the verifier of the product.
 */
export function findInvented(seen: SeenAnswer, rows: StoreRows): string[] {
  return seen.sentences.flatMap(({ text, companyIds, citedTypes }) => {
    const companies = companyIds.flatMap((id) => rows.byId.get(id) ?? [])
    const claims = findFalseClaims({ text, companies, citedTypes }, rows)
    if (citedTypes.some((type) => otherTypes.has(type)) || companies.length === 0) return claims
    return [...claims, ...unknownParts(text, rows, companies)]
  })
}
