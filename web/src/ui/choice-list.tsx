import { classNames } from '../lib/class-names.ts'
import type { TrackId } from '../lib/tracker/track-ids.ts'
import styles from './choice-list.module.css'
import { Icon } from './icon.tsx'
import utility from './utility.module.css'

type ChoiceListProps<V extends string | null> = {
  trackId: TrackId
  /** `aside`: beside the label, such as a count. */
  choices: readonly { value: V; label: string; aside?: string }[]
  value: V
  onChoose: (value: V) => void
}

/** Rows of a sheet of which one is chosen. */
export const ChoiceList = <V extends string | null>({ trackId, choices, value, onChoose }: ChoiceListProps<V>) => (
  <ul className={styles.choices}>
    {choices.map((choice) => (
      <li key={choice.value}>
        <button
          track-id={trackId}
          type="button"
          className={classNames(styles.choice, choice.value === value && styles.chosen)}
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          <bdi className={utility.grow}>{choice.label}</bdi>
          {choice.aside !== undefined && <span className={styles.count}>{choice.aside}</span>}
          {choice.value === value && <Icon name="check" size={18} />}
        </button>
      </li>
    ))}
  </ul>
)
