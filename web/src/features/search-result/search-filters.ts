import { companyStatuses } from '@baiqicha/contract/company-status'
import {
  ageBandKeys,
  ageBands,
  capitalBandKeys,
  capitalBands,
  companyTypeKeys,
  companyTypes,
  listingFilterKeys,
  listingFilters,
  riskFilters,
  searchRangeKeys,
  searchRanges,
} from '@baiqicha/contract/search-vocabulary'
import type { FilterPanel } from '../../domain/filters/filter-panel.ts'
import { type FilterKey, offeredRisks, type SearchFilters } from './search-params.ts'

const optionsOf = <V extends string>(keys: readonly V[], labelOf: (key: V) => string) =>
  keys.map((value) => ({ value, label: labelOf(value) }))

const group = (key: FilterKey, title: string, options: FilterPanel['groups'][number]['options']) => ({
  key,
  title,
  options,
})

/** Cells of the filter row. The last one starts with the searched field. */
export const searchPanels: readonly FilterPanel[] = [
  { subject: '地区', groups: [group('region', '地区', 'regions')] },
  { subject: '行业', groups: [group('industry', '行业', 'industries')] },
  {
    subject: '状态',
    title: '登记状态',
    groups: [
      group(
        'status',
        '登记状态',
        optionsOf(companyStatuses, (status) => status),
      ),
    ],
  },
  {
    subject: '筛选',
    groups: [
      group(
        'within',
        '查询范围',
        optionsOf(searchRangeKeys, (key) => searchRanges[key]),
      ),
      group(
        'type',
        '企业类型',
        optionsOf(companyTypeKeys, (key) => companyTypes[key]),
      ),
      group(
        'capital',
        '注册资本',
        optionsOf(capitalBandKeys, (key) => capitalBands[key].label),
      ),
      group(
        'age',
        '成立年限',
        optionsOf(ageBandKeys, (key) => ageBands[key].label),
      ),
      group(
        'listed',
        '是否上市',
        optionsOf(listingFilterKeys, (key) => listingFilters[key]),
      ),
      group(
        'risk',
        '风险',
        optionsOf(offeredRisks, (key) => riskFilters[key]),
      ),
    ],
  },
]

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
