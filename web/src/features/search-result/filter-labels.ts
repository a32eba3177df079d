import { type FilterOptions } from '@baiqicha/contract/company-search'
import {
  ageBands,
  capitalBands,
  companyTypes,
  listingFilters,
  riskFilters,
  searchRanges,
} from '@baiqicha/contract/search-vocabulary'
import type { FilterKey, SearchFilters } from './search-params.ts'

type Choice = FilterOptions['regions'][number]

/** Name of a code of either level; the code itself when no choice has it. */
function nameOf(choices: readonly Choice[] | undefined, code: string): string {
  for (const choice of choices ?? []) {
    if (choice.code === code) return choice.name
    const child = choice.children.find((c) => c.code === code)
    if (child !== undefined) return child.name
  }
  return code
}

/** Labels of the first three cells of the filter row: the selected choice, otherwise the cell's name. */
export function filterLabels(filters: SearchFilters, options: FilterOptions | undefined) {
  const { region, industry, status } = filters
  return {
    region: region === undefined ? '地区' : nameOf(options?.regions, region),
    industry: industry === undefined ? '行业' : nameOf(options?.industries, industry),
    status: status ?? '状态',
  }
}

/** First-level choice of a code: itself or its parent. */
export const parentOf = (choices: readonly Choice[], code: string | undefined): Choice | undefined =>
  choices.find((choice) => choice.code === code || choice.children.some((child) => child.code === code))

/** Labels of the conditions that no cell of the filter row shows. */
export function conditionLabels({ within, type, capital, age, listed, risk }: SearchFilters) {
  const labels: { key: FilterKey; label: string }[] = []
  if (within !== undefined) labels.push({ key: 'within', label: `在${searchRanges[within]}中查找` })
  if (type !== undefined) labels.push({ key: 'type', label: type === 'other' ? '其他类型' : companyTypes[type] })
  if (capital !== undefined) labels.push({ key: 'capital', label: `注册资本 ${capitalBands[capital].label}` })
  if (age !== undefined) labels.push({ key: 'age', label: `成立 ${ageBands[age].label}` })
  if (listed !== undefined) labels.push({ key: 'listed', label: listingFilters[listed] })
  if (risk !== undefined) labels.push({ key: 'risk', label: riskFilters[risk] })
  return labels
}
