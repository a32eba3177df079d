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
import { chipGroup, type FilterPanel } from '../../domain/filters/filter-panel.ts'
import { type FilterKey, offeredRisks, type SearchFilters } from './search-params.ts'

/** Cells of the filter row. The last one starts with the searched field. */
export const searchPanels: readonly FilterPanel<FilterKey>[] = [
  { subject: '地区', groups: [{ key: 'region', title: '地区', options: 'regions' }] },
  { subject: '行业', groups: [{ key: 'industry', title: '行业', options: 'industries' }] },
  {
    subject: '状态',
    title: '登记状态',
    groups: [chipGroup('status', '登记状态', companyStatuses, (status) => status)],
  },
  {
    subject: '筛选',
    groups: [
      chipGroup('within', '查询范围', searchRangeKeys, (key) => searchRanges[key]),
      chipGroup('type', '企业类型', companyTypeKeys, (key) => companyTypes[key]),
      chipGroup('capital', '注册资本', capitalBandKeys, (key) => capitalBands[key].label),
      chipGroup('age', '成立年限', ageBandKeys, (key) => ageBands[key].label),
      chipGroup('listed', '是否上市', listingFilterKeys, (key) => listingFilters[key]),
      chipGroup('risk', '风险', offeredRisks, (key) => riskFilters[key]),
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
