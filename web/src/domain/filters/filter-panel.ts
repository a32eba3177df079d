import type { FilterOptions } from '@baiqicha/contract/company-search'
import type { ReactNode } from 'react'

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
