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
import { ChipGroup } from '../../domain/filters/chip-group.tsx'
import { type FilterKey, offeredRisks, type SearchFilters } from './search-params.ts'

type GroupProps = {
  draft: SearchFilters
  onToggle: <K extends FilterKey>(key: K, value: SearchFilters[K]) => void
}

const rangeOptions = searchRangeKeys.map((value) => ({ value, label: searchRanges[value] }))
const statusOptions = companyStatuses.map((value) => ({ value, label: value }))
const typeOptions = companyTypeKeys.map((value) => ({ value, label: companyTypes[value] }))
const capitalOptions = capitalBandKeys.map((value) => ({ value, label: capitalBands[value].label }))
const ageOptions = ageBandKeys.map((value) => ({ value, label: ageBands[value].label }))
const riskOptions = offeredRisks.map((value) => ({ value, label: riskFilters[value] }))
const listingOptions = listingFilterKeys.map((value) => ({ value, label: listingFilters[value] }))

/** Filter by registration status. */
export function StatusFilter({ draft, onToggle }: GroupProps) {
  return (
    <ChipGroup
      title="登记状态"
      isTitleShown={false}
      options={statusOptions}
      value={draft.status}
      onChoose={(value) => onToggle('status', value)}
    />
  )
}

/** The conditions without a cell of their own; starts with the searched field. */
export function MoreFilters({ draft, onToggle }: GroupProps) {
  return (
    <>
      <ChipGroup
        title="查询范围"
        options={rangeOptions}
        value={draft.within}
        onChoose={(value) => onToggle('within', value)}
      />
      <ChipGroup
        title="企业类型"
        options={typeOptions}
        value={draft.type}
        onChoose={(value) => onToggle('type', value)}
      />
      <ChipGroup
        title="注册资本"
        options={capitalOptions}
        value={draft.capital}
        onChoose={(value) => onToggle('capital', value)}
      />
      <ChipGroup title="成立年限" options={ageOptions} value={draft.age} onChoose={(value) => onToggle('age', value)} />
      <ChipGroup
        title="是否上市"
        options={listingOptions}
        value={draft.listed}
        onChoose={(value) => onToggle('listed', value)}
      />
      <ChipGroup title="风险" options={riskOptions} value={draft.risk} onChoose={(value) => onToggle('risk', value)} />
    </>
  )
}
