import type { ReactNode } from 'react'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import styles from './chip-group.module.css'

export type ChipOption<V> = { value: V; label: string }

type Props<V extends string> = {
  title: string
  isTitleShown?: boolean
  /** Beside the title. */
  remark?: ReactNode
  options: readonly ChipOption<V>[]
  value: V | undefined
  onChoose: (value: V) => void
}

/** Chips of which at most one is pressed. */
export function ChipGroup<V extends string>({
  title,
  isTitleShown = true,
  remark,
  options,
  value,
  onChoose,
}: Props<V>) {
  return (
    <section className={styles.group} aria-label={title}>
      {isTitleShown && (
        <h3>
          {title}
          {remark}
        </h3>
      )}
      <div className={chips.grid}>
        {options.map((option) => (
          <Chip
            trackId="filter-choice"
            key={option.value}
            block
            pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </Chip>
        ))}
      </div>
    </section>
  )
}
