import { classNames } from '../lib/class-names.ts'
import type { TrackId } from '../lib/tracker/track-ids.ts'
import styles from './check-circle.module.css'
import utility from './utility.module.css'

type CheckCircleProps = {
  trackId: TrackId
  checked: boolean
  onChange: (isChecked: boolean) => void
  /** Ids of the labelling elements. */
  labelledBy: string
  describedBy?: string
}

/** Round checkbox. Its text can contain links, so the text does not toggle it. */
export function CheckCircle({ trackId, checked, onChange, labelledBy, describedBy }: CheckCircleProps) {
  return (
    <label className={classNames(styles.target, utility.tap)}>
      <input
        track-id={trackId}
        type="checkbox"
        className={styles.circle}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
