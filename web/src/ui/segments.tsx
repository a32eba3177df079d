import { classNames } from '../lib/class-names.ts'
import type { TrackId } from '../lib/tracker/track-ids.ts'
import styles from './segments.module.css'
import utility from './utility.module.css'

type Props<K extends string> = {
  trackId: TrackId
  items: readonly { key: K; label: string }[]
  value: K
  onChange: (key: K) => void
  /** Accessible name of the choice. */
  label: string
}

/** Segmented control of two or three views of the same data. */
export function Segments<K extends string>({ trackId, items, value, onChange, label }: Props<K>) {
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {items.map((item) => (
        <button
          track-id={trackId}
          key={item.key}
          type="button"
          className={classNames(utility.tapHeight, styles.segment, item.key === value && styles.on)}
          aria-pressed={item.key === value}
          onClick={() => onChange(item.key)}
        >
          {item.label}
        </button>
      ))}
    </fieldset>
  )
}
