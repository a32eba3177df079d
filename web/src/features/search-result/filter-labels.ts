import type { FilterOptions } from '@baiqicha/contract/company-search'
import type { SearchFilters } from './search-params.ts'

type Choice = FilterOptions['regions'][number]

/** The name of a code among choices of two levels; the code itself where no choice has it. */
function nameOf(choices: readonly Choice[] | undefined, code: string): string {
  for (const choice of choices ?? []) {
    if (choice.code === code) return choice.name
    const child = choice.children.find((c) => c.code === code)
    if (child !== undefined) return child.name
  }
  return code
}

/** The words of the filter row's first three cells: the choice made, else what the cell is for. */
export function filterLabels(filters: SearchFilters, options: FilterOptions | undefined) {
  const { region, industry, status } = filters
  return {
    region: region === undefined ? '地区' : nameOf(options?.regions, region),
    industry: industry === undefined ? '行业' : nameOf(options?.industries, industry),
    status: status ?? '状态',
  }
}

/** The first-level choice a code belongs to: itself, or the one that has it as a child. */
export const parentOf = (choices: readonly Choice[], code: string | undefined): Choice | undefined =>
  choices.find((choice) => choice.code === code || choice.children.some((child) => child.code === code))
