import type { FilterOptions } from '@baiqicha/contract/company-search'
import { type ReactNode, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatTotal } from '../../lib/format.ts'
import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSheetOnTap } from '../../ui/sheet.tsx'
import utility from '../../ui/utility.module.css'
import { type FilterPanel, type FilterRowProps, type FilterValues, nameOfCode } from './filter-panel.ts'
import styles from './filter-row.module.css'

type Props<K extends string> = {
  trackId: TrackId
  /** Conditions that the filter row only counts. */
  conditions: readonly { key: K; label: string }[]
  onRemove: (key: K) => void
  /** Before the chips. */
  first?: ReactNode
}

/** Chips of chosen conditions; a tap removes one. */
export function ConditionChips<K extends string>({ trackId, conditions, onRemove, first = null }: Props<K>) {
  if (conditions.length === 0 && first === null) return null
  return (
    <ul className={styles.conditions} aria-label="已选条件">
      {first !== null && <li>{first}</li>}
      {conditions.map(({ key, label }) => (
        <li key={key}>
          <Chip trackId={trackId} pressed onClick={() => onRemove(key)}>
            {label}
            <Icon name="close" size={14} />
          </Chip>
        </li>
      ))}
    </ul>
  )
}

export const matchCountText = (count: Parameters<typeof formatTotal>[0] | undefined) =>
  count === undefined ? '查看结果' : `查看 ${formatTotal(count)} 家`

/** Cells that open a sheet each; a cell with a choice shows it in bold. */
export function FilterRow({ panels, choices: { data, isError, refetch }, onApply, ...rest }: FilterRowProps) {
  // The query reports only what is read, and a sheet that is not loaded yet reads nothing.
  const choices = { data, isError, refetch }
  const [at, setAt] = useState(0)
  const { Sheet, isOpen, openings, open, close } = useSheetOnTap(
    async () => (await import('./filter-sheet.tsx')).FilterSheet,
  )
  const panel = panels[at]
  return (
    <div className={styles.row}>
      {panels.map((cell, index) => (
        <FilterCell
          key={cell.subject}
          panel={cell}
          values={rest.values}
          choices={data}
          onOpen={() => {
            setAt(index)
            open()
          }}
        />
      ))}
      {Sheet !== null && panel !== undefined && (
        <Sheet
          // Each opening starts from the applied filters.
          key={openings}
          panel={panel}
          isOpen={isOpen}
          onClose={close}
          onApply={(draft) => {
            close()
            onApply(draft)
          }}
          choices={choices}
          {...rest}
        />
      )}
    </div>
  )
}

type CellProps = { panel: FilterPanel; values: FilterValues; choices: FilterOptions | undefined; onOpen: () => void }

function FilterCell({ panel, values, choices, onOpen }: CellProps) {
  const { subject, groups } = panel
  const label = cellLabel(panel, values, choices)
  return (
    <button
      track-id="filter"
      type="button"
      className={classNames(styles.cell, groups.some(({ key }) => values[key] !== undefined) && styles.set)}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {!label.startsWith(subject) && <span className={utility.spoken}>{subject}：</span>}
      <span className={utility.clip}>{label}</span>
      <Icon name={groups.length > 1 ? 'filter' : 'down'} size={14} />
    </button>
  )
}

function cellLabel({ subject, groups }: FilterPanel, values: FilterValues, choices: FilterOptions | undefined): string {
  const [first] = groups
  if (first === undefined || groups.length > 1) {
    const count = groups.filter(({ key }) => values[key] !== undefined).length
    return count === 0 ? subject : `${subject} ${count}`
  }
  const value = values[first.key]
  if (value === undefined) return subject
  return typeof first.options === 'string'
    ? nameOfCode(choices?.[first.options], value)
    : (first.options.find((option) => option.value === value)?.label ?? subject)
}
