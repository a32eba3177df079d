import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { searchKey } from '../../server/src/domain/names/company-name.ts'
import type { Readings } from '../../server/src/domain/names/pinyin.ts'
import { recordFrom } from '../../server/src/search/analysis/company-record.ts'
import { ageFilter, capitalBandOf } from '../../server/src/search/analysis/filters.ts'
import { longTextOf } from '../../server/src/search/analysis/long-text.ts'
import type { QueryPlan } from '../../server/src/search/analysis/query-plan.ts'
import { regionWordsOf } from '../../server/src/search/analysis/region-words.ts'
import { dayOf, rankOf } from '../../server/src/search/analysis/static-rank.ts'
import type { CompanyFilters, CompanyPopulation } from '../../server/src/search/company-search.ts'
import { matchCompany } from '../../server/src/search/ranking/tiers.ts'

export type Question = { plan: QueryPlan; filters: CompanyFilters }

type Answer = { tier: number; rank: number; id: string }

/**
 * The first `limit` answers to each question by putting every company through the ladder: what an index has to answer.
 * Nothing of the index takes part; companies that lack a character of the keyword are passed over unasked.
 */
export async function answerByBruteForce(
  companies: AsyncIterable<IndexableCompany>,
  questions: readonly Question[],
  { readings, limit, now }: { readings: Readings; limit: number; now: number },
): Promise<string[][]> {
  const asked = questions.map((question) => ({ ...question, characters: neededCharacters(question.plan) }))
  const best: Answer[][] = questions.map(() => [])
  for await (const company of companies) {
    const text = everyText(company)
    const subject = lazily(() => ({ record: recordFrom(company), longText: longTextOf(company) }))
    for (const [at, { plan, filters, characters }] of asked.entries()) {
      if (!characters.every((character) => text.includes(character)) || !passes(company, filters, now)) continue
      const match = matchCompany(subject(), plan, readings)
      if (match === null) continue
      keepBest(best[at] ?? [], { tier: match.tier, rank: rankOf(company), id: company.id }, limit)
    }
  }
  return best.map((answers) => answers.map(({ id }) => id))
}

/** Letters may be met by sound; every other character has to stand somewhere. */
const neededCharacters = ({ key, syllables, initials }: QueryPlan): string[] =>
  syllables.length > 0 || initials !== null ? [] : [...new Set(key)]

const everyText = (company: IndexableCompany) =>
  searchKey(
    [
      company.name,
      ...company.shortNames,
      ...company.aliases,
      ...company.formerNames,
      ...company.formerShortNames,
      ...company.englishNames,
      ...company.stockCodes,
      ...company.phones,
      company.creditCode,
      company.registrationNumber,
      company.legalRepresentative,
      ...company.members,
      company.scope,
      company.address,
    ].join(' '),
  ) + regionWordsOf(company.regionName).keys.join('')

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function isBefore(a: Answer, b: Answer): boolean {
  if (a.tier !== b.tier) return a.tier < b.tier
  return a.rank === b.rank ? a.id < b.id : a.rank < b.rank
}

function keepBest(best: Answer[], answer: Answer, limit: number) {
  const last = best.at(-1)
  if (best.length === limit && last !== undefined && !isBefore(answer, last)) return
  const at = best.findIndex((other) => isBefore(answer, other))
  best.splice(at < 0 ? best.length : at, 0, answer)
  if (best.length > limit) best.pop()
}

/** The filters that queries are drawn with, said once more without the index. */
function passes(company: IndexableCompany, filters: CompanyFilters, now: number): boolean {
  const { region, industry, capital, listed, risk, nothingFound } = filters
  if (region !== undefined && !(company.regionCode ?? '').startsWith(region)) return false
  if (industry !== undefined && company.industrySection !== industry) return false
  if (listed !== undefined && company.isListed !== (listed === 'listed')) return false
  if (capital !== undefined && (company.capital === null || capitalBandOf(company.capital) !== capital)) return false
  if (risk !== undefined && !company.risks.includes(risk)) return false
  if (nothingFound !== undefined && !isClear(company, nothingFound)) return false
  return ageFilter(filters, now)(dayOf(company.foundedOn) ?? 0)
}

const isClear = ({ risks, isDemo }: IndexableCompany, covered: readonly CompanyPopulation[]) =>
  risks.includes('none') && covered.includes(isDemo ? 'demo' : 'real')
