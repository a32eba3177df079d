import type { ReactNode } from 'react'
import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
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
