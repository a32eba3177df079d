import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { searchKey } from '../../server/src/domain/names/company-name.ts'
import type { Readings } from '../../server/src/domain/names/pinyin.ts'
import { capitalBandOf, valueFilter } from '../../server/src/search/analysis/filters.ts'
import { longTextOf } from '../../server/src/search/analysis/hit-ranges.ts'
import type { Pronunciation } from '../../server/src/search/analysis/pronunciation.ts'
import { planQuery, type QueryPlan } from '../../server/src/search/analysis/query-plan.ts'
import { regionWordsOf } from '../../server/src/search/analysis/region-words.ts'
import { searchDocumentFrom } from '../../server/src/search/analysis/search-document.ts'
import { dayOf, rankOf } from '../../server/src/search/analysis/static-rank.ts'
import type { CompanyFilters } from '../../server/src/search/company-search.ts'
import { createIndexReader } from '../../server/src/search/ranking/index-reader.ts'
import { matchCompany } from '../../server/src/search/ranking/tiers.ts'
import { type CompanyOrigin, companiesOf } from './generated-companies.ts'
import { type Product, pageQuery, TOP } from './search-engines.ts'
import type { SearchQuery } from './search-queries.ts'

/** The right answers, without the index: every company through the ranking tiers. */

type Question = { plan: QueryPlan; filters: CompanyFilters }
type Answer = { tier: number; rank: number; id: string }
type Environment = { origin: CompanyOrigin; pronunciation: Pronunciation; now: number }

/** Keywords that the product answers with other rows than the ranking tiers, or in another order. */
export async function wrongAnswers(
  { segment, search, suggest }: Product,
  queries: readonly SearchQuery[],
  { origin, pronunciation, now }: Environment,
): Promise<string[]> {
  const { vocabulary } = createIndexReader([{ segment, deleted: new Set() }], pronunciation)
  const planned = queries.flatMap((query) => {
    const plan = planQuery(query.keyword, vocabulary)
    return plan === null ? [] : [{ query, question: { plan, filters: query.filters } }]
  })
  const questions = planned.map(({ question }) => question)
  const right = await firstCompanies(companiesOf(origin), questions, pronunciation.readings, now)
  return planned.flatMap(({ query }, at) => {
    const expected = JSON.stringify(right[at])
    const page = search({ ...pageQuery(query), exact: true }).hits
    const isPageRight = JSON.stringify(page.map((hit) => hit.companyId)) === expected
    // Suggestions have no filters, and correct or shorten a keyword without matches or with weak ones only.
    const { didYouMean, usedKeyword } = search(pageQuery(query))
    const isOfTyped = didYouMean === undefined && usedKeyword === undefined
    const hasNoList = Object.keys(query.filters).length > 0 || !isOfTyped
    const isListRight = hasNoList || JSON.stringify(suggest(query.keyword).map((hit) => hit.companyId)) === expected
    return isPageRight && isListRight ? [] : [query.keyword]
  })
}

/** Ids of the first companies of each question, by tier and then by rank. */
async function firstCompanies(
  companies: AsyncIterable<IndexableCompany>,
  questions: readonly Question[],
  readings: Readings,
  now: number,
): Promise<string[][]> {
  const prepared = questions.map((question) => ({ ...question, characters: neededCharacters(question.plan) }))
  const best: Answer[][] = questions.map(() => [])
  for await (const company of companies) {
    const text = allText(company)
    let subject: Parameters<typeof matchCompany>[0] | null = null
    for (const [at, { plan, filters, characters }] of prepared.entries()) {
      if (!characters.every((character) => text.includes(character)) || !passes(company, filters, now)) continue
      subject ??= { record: searchDocumentFrom(company), longText: longTextOf(company) }
      const match = matchCompany(subject, plan, readings)
      if (match !== null) insert(best[at] ?? [], { tier: match.tier, rank: rankOf(company), id: company.id })
    }
  }
  return best.map((answers) => answers.map(({ id }) => id))
}

/**
 * Letters may match by pronunciation, and a name may be a part of the keyword; every other character has to occur in a
 * text of the company.
 */
const neededCharacters = ({ key, mentions, syllables, initials }: QueryPlan): string[] =>
  syllables.length > 0 || initials !== null || mentions.length > 0 ? [] : [...new Set(key)]

/** All text that a keyword can match, and all other facts. */
const allText = (company: IndexableCompany): string =>
  searchKey(Object.values(company).flat().join(' ')) + regionWordsOf(company).keys.join('')

function isBefore(a: Answer, b: Answer): boolean {
  if (a.tier !== b.tier) return a.tier < b.tier
  return a.rank === b.rank ? a.id < b.id : a.rank < b.rank
}

function insert(best: Answer[], answer: Answer) {
  const at = best.findIndex((other) => isBefore(answer, other))
  best.splice(at < 0 ? best.length : at, 0, answer)
  if (best.length > TOP) best.pop()
}

/** The filters that queries are drawn with. */
function passes(company: IndexableCompany, filters: CompanyFilters, now: number): boolean {
  const { region, industry, capital, listed } = filters
  if (region !== undefined && !(company.regionCode ?? '').startsWith(region)) return false
  if (industry !== undefined && company.industrySection !== industry) return false
  if (listed !== undefined && company.isListed !== (listed === 'listed')) return false
  if (capital !== undefined && (company.capital === null || capitalBandOf(company.capital) !== capital)) return false
  const passesValues = valueFilter(filters, now)
  const foundedOn = () => dayOf(company.foundedOn) ?? 0
  return (
    passesValues?.({ foundedOn, capital: () => company.capital ?? Number.NaN, rank: () => rankOf(company) }) ?? true
  )
}
