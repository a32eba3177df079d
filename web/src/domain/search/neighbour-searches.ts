import type { FilterOptions } from '@baiqicha/contract/company-search'
import type { CompanySummary } from '@baiqicha/contract/company-summary'

type Choice = FilterOptions['regions'][number]

/** Code of a region by its full name, as in 广东省深圳市; of its province when the city is no choice. */
function regionCode(choices: readonly Choice[], region: string): string | undefined {
  const province = choices.find(({ name }) => region.startsWith(name))
  return province?.children.find(({ name }) => region === `${province.name}${name}`)?.code ?? province?.code
}

/** Section or division with the name; else the division of a class of industry by its code, as in C3611. */
function industryChoice(choices: readonly Choice[], name: string, code: string | null) {
  const all = choices.flatMap((section) => [section, ...section.children])
  return all.find((choice) => choice.name === name) ?? all.find((choice) => choice.code === code?.slice(1, 3))
}

/** By conditions alone, so that every company passes and none is highlighted for its name. */
const pathOf = (condition: Record<string, string>) =>
  `/search/result?${new URLSearchParams({ keyword: '', ...condition }).toString()}`

type NeighbourSearch = { icon: 'pin' | 'building'; label: string; name: string; path: string }
type Place = Pick<CompanySummary, 'region' | 'industry'> & { industryCode?: string | null }

/** Searches for the companies of the same region and of the same industry; without the facts that no source states. */
export function neighbourSearches(
  { region, industry, industryCode = null }: Place,
  options: FilterOptions,
): NeighbourSearch[] {
  const searches: NeighbourSearch[] = []
  const regionOf = region === null ? undefined : regionCode(options.regions, region)
  if (region !== null && regionOf !== undefined) {
    searches.push({ icon: 'pin', label: '同地区企业', name: region, path: pathOf({ region: regionOf }) })
  }
  const choice = industry === null ? undefined : industryChoice(options.industries, industry, industryCode)
  if (choice !== undefined) {
    searches.push({ icon: 'building', label: '同行业企业', name: choice.name, path: pathOf({ industry: choice.code }) })
  }
  return searches
}
