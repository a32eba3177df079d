import { FilterCell, FilterCells } from '../../domain/filters/filter-cell.tsx'
import { useFilterSheet } from '../../domain/filters/use-filter-sheet.ts'
import { useFilterOptionsQuery } from '../../platform/search/use-filter-options-query.ts'
import { filterLabels } from './filter-labels.ts'
import { type FilterPanel, FilterSheet, panelKeys } from './filter-sheet.tsx'
import { countFilters, type SearchParams } from './search-params.ts'

type Props = { params: SearchParams; onChange: (next: SearchParams) => void }

/** Four cells that open a sheet each; a cell with a choice shows it in bold. */
export function FilterRow({ params, onChange }: Props) {
  const { sheet, open, close } = useFilterSheet<FilterPanel>('more')
  const { data: options } = useFilterOptionsQuery()
  const { filters } = params
  const labels = filterLabels(filters, options)
  const count = countFilters(filters, panelKeys.more)

  return (
    <FilterCells>
      <FilterCell
        label={labels.region}
        subject="地区"
        isSet={filters.region !== undefined}
        onOpen={() => open('region')}
      />
      <FilterCell
        label={labels.industry}
        subject="行业"
        isSet={filters.industry !== undefined}
        onOpen={() => open('industry')}
      />
      <FilterCell
        label={labels.status}
        subject="状态"
        isSet={filters.status !== undefined}
        onOpen={() => open('status')}
      />
      <FilterCell
        label={count === 0 ? '筛选' : `筛选 ${count}`}
        subject="筛选"
        isSet={count > 0}
        icon="filter"
        onOpen={() => open('more')}
      />
      <FilterSheet
        key={sheet.key}
        panel={sheet.panel}
        isOpen={sheet.isOpen}
        params={params}
        onClose={close}
        onApply={(next) => {
          close()
          onChange({ ...params, filters: next })
        }}
      />
    </FilterCells>
  )
}
