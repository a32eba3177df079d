import type { FilterOptions } from '@baiqicha/contract/company-search'
import type { ReactNode } from 'react'

/** Chosen conditions by key. */
export type FilterValues = Readonly<Record<string, string | undefined>>

export type ChipOption<V> = { value: V; label: string }

/** A condition: its chips, or a kind of choices of two levels. */
export type FilterGroup<K extends string = string> = {
  key: K
  title: string
  options: 'regions' | 'industries' | readonly ChipOption<string>[]
  /** Beside the title. */
  remark?: ReactNode
  /** Whether a tap on an option calls `onLocked` instead. */
  isLocked?: (value: string) => boolean
}

/** A condition with a chip for each word of a vocabulary. */
export const chipGroup = <K extends string, V extends string>(
  key: K,
  title: string,
  values: readonly V[],
  labelOf: (value: V) => string,
) => ({ key, title, options: values.map((value) => ({ value, label: labelOf(value) })) })

/** A cell of the row and its sheet. One group: the cell shows the choice; several: their number. */
export type FilterPanel<K extends string = string> = {
  /** What the cell filters; read aloud when the cell shows a choice. */
  subject: string
  /** Title of the sheet; `subject` when absent. */
  title?: string
  /** Above the groups. */
  note?: ReactNode
  groups: readonly FilterGroup<K>[]
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

export type FilterChoice = FilterOptions['regions'][number]

/** Name of a code of either level; the code itself when no choice has it. */
export function nameOfCode(choices: readonly FilterChoice[] | undefined, code: string): string {
  for (const choice of choices ?? []) {
    if (choice.code === code) return choice.name
    const child = choice.children.find((c) => c.code === code)
    if (child !== undefined) return child.name
  }
  return code
}

/** First-level choice of a code: itself or its parent. */
export const parentOf = (choices: readonly FilterChoice[], code: string | undefined): FilterChoice | undefined =>
  choices.find((choice) => choice.code === code || choice.children.some((child) => child.code === code))
