import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-paths.ts'
import utility from '../../ui/utility.module.css'
import { filterLabels } from './filter-labels.ts'
import styles from './filter-row.module.css'
import { type FilterPanel, FilterSheet, panelKeys } from './filter-sheet.tsx'
import { useFilterOptionsQuery } from './result-queries.ts'
import { countFilters, type SearchParams } from './search-params.ts'

type Props = { params: SearchParams; onChange: (next: SearchParams) => void }

/** Four cells that open a sheet each; a cell with a choice shows it in bold. */
export function FilterRow({ params, onChange }: Props) {
  const [sheet, setSheet] = useState({ panel: 'more' as FilterPanel, isOpen: false, opening: 0 })
  const { data: options } = useFilterOptionsQuery()
  const { filters } = params
  const labels = filterLabels(filters, options)
  const count = countFilters(filters, panelKeys.more)
  const open = (panel: FilterPanel) => setSheet(({ opening }) => ({ panel, isOpen: true, opening: opening + 1 }))
  const close = () => setSheet((last) => ({ ...last, isOpen: false }))

  return (
    <div className={styles.row}>
      <Cell label={labels.region} subject="地区" isSet={filters.region !== undefined} onOpen={() => open('region')} />
      <Cell
        label={labels.industry}
        subject="行业"
        isSet={filters.industry !== undefined}
        onOpen={() => open('industry')}
      />
      <Cell label={labels.status} subject="状态" isSet={filters.status !== undefined} onOpen={() => open('status')} />
      <Cell
        label={count === 0 ? '筛选' : `筛选 ${count}`}
        subject="筛选"
        isSet={count > 0}
        icon="filter"
        onOpen={() => open('more')}
      />
      <FilterSheet
        key={sheet.opening}
        panel={sheet.panel}
        isOpen={sheet.isOpen}
        params={params}
        onClose={close}
        onApply={(next) => {
          close()
          onChange({ ...params, filters: next })
        }}
      />
    </div>
  )
}

type CellProps = { label: string; subject: string; isSet: boolean; icon?: IconName; onOpen: () => void }

function Cell({ label, subject, isSet, icon = 'down', onOpen }: CellProps) {
  return (
    <button
      type="button"
      className={classNames(styles.cell, isSet && styles.set)}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {!label.startsWith(subject) && <span className={utility.spoken}>{subject}：</span>}
      <span className={utility.clip}>{label}</span>
      <Icon name={icon} size={14} />
    </button>
  )
}
