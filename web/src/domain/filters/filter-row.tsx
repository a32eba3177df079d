import type { FilterOptions } from '@baiqicha/contract/company-search'
import { type ReactNode, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatTotal } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSheetOnTap } from '../../ui/use-sheet-on-tap.ts'
import utility from '../../ui/utility.module.css'
import { nameOfCode } from './choice-names.ts'
import styles from './filter-row.module.css'

/** Chosen conditions by key. */
export type FilterValues = Readonly<Record<string, string | undefined>>

export type ChipOption<V> = { value: V; label: string }

/** A condition: its chips, or a kind of choices of two levels. */
export type FilterGroup = {
  key: string
  title: string
  options: 'regions' | 'industries' | readonly ChipOption<string>[]
  /** Beside the title. */
  remark?: ReactNode
  /** Whether a tap on an option calls `onLocked` instead. */
  isLocked?: (value: string) => boolean
}

/** A cell of the row and its sheet. One group: the cell shows the choice; several: their number. */
export type FilterPanel = {
  /** What the cell filters; read aloud when the cell shows a choice. */
  subject: string
  /** Title of the sheet; `subject` when absent. */
  title?: string
  /** Above the groups. */
  note?: ReactNode
  groups: readonly FilterGroup[]
}

export type FilterRowProps = {
  panels: readonly FilterPanel[]
  /** Request of the choices of two levels. */
  choices: { data: FilterOptions | undefined; isError: boolean; refetch: () => unknown }
  values: FilterValues
  onApply: (values: FilterValues) => void
  onLocked?: () => void
  /** Label of the button that applies a draft. */
  renderApplyLabel: (draft: FilterValues, isOpen: boolean) => ReactNode
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
