import type { Pronunciation } from '../../server/src/search/analysis/pronunciation.ts'
import type { Vocabulary } from '../../server/src/search/analysis/query-plan.ts'
import { planQuery } from '../../server/src/search/analysis/query-plan.ts'
import { answerByBruteForce, type Question } from './brute-force.ts'
import { type CompanyOrigin, companiesOf } from './company-sources.ts'
import type { LimitIndex } from './limit-index.ts'
import type { PostgresSearch } from './postgres-search.ts'
import { type Product, pageQuery, TOP } from './search-engines.ts'
import type { Queries } from './search-measure.ts'
import type { SearchQuery } from './search-queries.ts'

export const sampleOf = (queries: Queries, perKind: number): SearchQuery[] =>
  [...queries.values()].flatMap((all) => all.slice(0, perKind))

/** Keywords that our index answers otherwise than the ladder asked about every company: the first rows or their order. */
export async function wrongAnswers(
  { segment, search, suggest }: Product,
  sample: readonly SearchQuery[],
  origin: CompanyOrigin,
  { readings, syllables }: Pronunciation,
  now: number,
): Promise<string[]> {
  const words = new Set(segment.header.regionWords)
  const vocabulary: Vocabulary = { isRegion: (word) => words.has(word), syllables }
  const asked = sample.flatMap((query) => {
    const plan = planQuery(query.keyword, vocabulary)
    return plan === null ? [] : [{ query, question: { plan, filters: query.filters } satisfies Question }]
  })
  const questions = asked.map(({ question }) => question)
  const right = await answerByBruteForce(companiesOf(origin), questions, { readings, limit: TOP, now })
  return asked.flatMap(({ query }, at) => {
    const expected = JSON.stringify(right[at])
    const { hits } = search({ ...pageQuery(query), exact: true })
    const isPageRight = JSON.stringify(hits.map((hit) => hit.companyId)) === expected
    // What nobody has is answered by suggestions for a corrected keyword.
    const isShort = Object.keys(query.filters).length > 0 || right[at]?.length === 0
    const isListRight = isShort || JSON.stringify(suggest(query.keyword).map((hit) => hit.companyId)) === expected
    return isPageRight && isListRight ? [] : [query.keyword]
  })
}

/** The same for what knows names only: the limit, and PostgreSQL. */
export async function wrongNames(
  limit: LimitIndex,
  others: readonly (PostgresSearch | undefined)[],
  sample: readonly SearchQuery[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const { keyword, terms } of sample) {
    if (terms === null) continue
    const expected = JSON.stringify(limit.searchEveryName(terms, TOP))
    const answers = [limit.search(terms, TOP)]
    for (const other of others) if (other !== undefined) answers.push(await other.find(terms, TOP))
    if (answers.some((answer) => JSON.stringify(answer) !== expected)) wrong.push(keyword)
  }
  return wrong
}
