import { type FilterOptions } from '@baiqicha/contract/company-search'
import {
  ageBands,
  capitalBands,
  companyTypes,
  listingFilters,
  riskFilters,
  searchRanges,
} from '@baiqicha/contract/search-vocabulary'
import { nameOfCode } from '../../domain/filters/choice-names.ts'
import type { FilterKey, SearchFilters } from './search-params.ts'

/** Labels of the first three cells of the filter row: the selected choice, otherwise the cell's name. */
export function filterLabels(filters: SearchFilters, options: FilterOptions | undefined) {
  const { region, industry, status } = filters
  return {
    region: region === undefined ? '地区' : nameOfCode(options?.regions, region),
    industry: industry === undefined ? '行业' : nameOfCode(options?.industries, industry),
    status: status ?? '状态',
  }
}

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
