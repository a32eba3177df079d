import {
  ageBandKeys,
  capitalBandKeys,
  companyTypeKeys,
  listingFilterKeys,
  searchRangeKeys,
  searchSortKeys,
} from '@baiqicha/contract/search-vocabulary'
import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import type { CompanyFilters, CompanyQuery } from '../../src/search/company-search.ts'
import { buildQuery } from '../builders/indexable-companies.ts'
import type { SeededRandom } from '../builders/seeded-random.ts'
import { kinds } from '../relevance/kinds.ts'
import { knownCompanies, knownFrom } from '../relevance/known-companies.ts'

/** Queries of every kind, drawn from the facts of companies. */
export function createQueryDraw(companies: readonly IndexableCompany[], random: SeededRandom) {
  const known = knownCompanies(companies.map(knownFrom))
  const byId = new Map(companies.map((company) => [company.id, company]))

  function partOf(text: string, shortest: number, longest: number): string {
    const from = random.below(Math.max(1, text.length - shortest))
    return text.slice(from, from + shortest + random.below(longest - shortest + 1))
  }

  const draws: ((company: IndexableCompany) => string | undefined)[] = [
    ({ name }) => partOf(name, 1, 6),
    ({ name }) => partOf(name, 2, 3),
    ({ name }) => `甲方：${name}（以下简称甲方）`,
    ({ name }) => `${partOf(name, 2, 4)} ${partOf(name, 2, 3)}`,
    ({ name, legalRepresentative }) => `${partOf(name, 2, 3)} ${legalRepresentative ?? ''}`,
    ({ legalRepresentative, members }) => random.pick([legalRepresentative ?? '', ...members]),
    ({ scope }) => partOf(scope ?? '', 2, 5),
    ({ address }) => partOf(address ?? '', 2, 6),
    ({ regionName, name }) => `${partOf(regionName ?? '', 2, 3)}${partOf(name, 2, 4)}`,
    ({ phones }) => phones[0],
    ({ creditCode, stockCodes }) => random.pick([creditCode ?? '', ...stockCodes]).slice(0, 2 + random.below(17)),
    ({ name }) => partOf(name, 3, 8).split('').toReversed().join(''),
    ({ englishNames }) => partOf(englishNames[0] ?? '', 2, 9),
  ]

  function drawKeyword(): string {
    const company = random.pick(known.companies)
    const whole = byId.get(company.id)
    if (random.below(2) === 0 && whole !== undefined) return random.pick(draws)(whole)?.trim() ?? ''
    const draw = random.pick(kinds).draw(company, random, known)
    return draw === null || draw === 'asTyped' ? '' : draw.keyword
  }

  /** Conditions that one of the companies meets, and some that few do. */
  function drawFilters(): CompanyFilters {
    const { regionCode, industrySection, industryCode, type } = random.pick(companies)
    const day = `${1990 + random.below(30)}-0${1 + random.below(9)}-15`
    const conditions: CompanyFilters[] = [
      { region: (regionCode ?? '99').slice(0, random.pick([2, 4, 6])) },
      { industry: random.pick([industrySection ?? 'C', industryCode?.slice(0, 2) ?? '65']) },
      { status: random.pick(['存续', '注销']) },
      { activeOrUnstated: true },
      { capital: random.pick(capitalBandKeys) },
      { age: random.pick(ageBandKeys) },
      { listed: random.pick(listingFilterKeys) },
      { type: type ?? random.pick(companyTypeKeys) },
      { contact: random.pick(['mobile', 'landline', 'email']) },
      { risk: random.pick(['dishonestExecutor', 'businessRisk', 'punishment', 'none']) },
      {
        foundedBetween: random.pick([
          { from: day, to: null },
          { from: null, to: day },
        ]),
      },
      { capitalBetween: { least: random.below(9000), most: null, excludesLeast: true, excludesMost: false } },
      { population: random.pick(['real', 'demo']) },
    ]
    return random.below(2) === 0 ? {} : { ...random.pick(conditions), ...random.pick(conditions) }
  }

  return {
    drawKeyword,
    drawFilters,
    drawQuery: (): CompanyQuery => {
      const range = random.below(4) === 0 ? random.pick([...searchRangeKeys, 'companyFacts' as const]) : undefined
      return buildQuery(random.below(20) === 0 ? null : drawKeyword(), {
        filters: drawFilters(),
        sort: random.below(4) === 0 ? random.pick(searchSortKeys) : 'relevance',
        exact: random.below(4) === 0,
        offset: random.pick([0, 0, 0, 20, 100]),
        limit: random.pick([3, 20, 20, 50]),
        ...(range !== undefined && { within: range }),
      })
    },
  }
}
