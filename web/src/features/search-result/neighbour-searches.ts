import type { FilterOptions } from '@baiqicha/contract/company-search'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { type SearchFilters, writeSearchParams } from './search-params.ts'

type Choice = FilterOptions['regions'][number]

/** Code of a region by its full name, as in 广东省深圳市; of its province when the city is no choice. */
function regionCode(choices: readonly Choice[], region: string): string | undefined {
  const province = choices.find(({ name }) => region.startsWith(name))
  return province?.children.find(({ name }) => region === `${province.name}${name}`)?.code ?? province?.code
}

/** Code of an industry by its name: a section or a division. */
const industryCode = (choices: readonly Choice[], industry: string): string | undefined =>
  choices.flatMap((section) => [section, ...section.children]).find(({ name }) => name === industry)?.code

/** By conditions alone, so that every company passes and none is highlighted for its name. */
const pathOf = (filters: SearchFilters) =>
  `/search/result${writeSearchParams({ keyword: '', filters, sort: 'relevance', exact: false })}`

export type NeighbourSearch = { icon: 'pin' | 'building'; label: string; name: string; path: string }

/** Searches for the companies of the same region and of the same industry; without the facts that no source states. */
export function neighbourSearches(
  { region, industry }: Pick<CompanySummary, 'region' | 'industry'>,
  options: FilterOptions,
): NeighbourSearch[] {
  const searches: NeighbourSearch[] = []
  const regionOf = region === null ? undefined : regionCode(options.regions, region)
  if (region !== null && regionOf !== undefined) {
    searches.push({ icon: 'pin', label: '同地区企业', name: region, path: pathOf({ region: regionOf }) })
  }
  const industryOf = industry === null ? undefined : industryCode(options.industries, industry)
  if (industry !== null && industryOf !== undefined) {
    searches.push({ icon: 'building', label: '同行业企业', name: industry, path: pathOf({ industry: industryOf }) })
  }
  return searches
}
