import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { PageFailed } from '../page/page-failed.tsx'
import styles from './choice-columns.module.css'
import { type FilterChoice, parentOf } from './choice-names.ts'

type Props = {
  /** Name of the choice, such as 地区. */
  label: string
  /** undefined while loading and after a failure. */
  choices: readonly FilterChoice[] | undefined
  value: string | undefined
  onChange: (code: string | undefined) => void
  /** Defined after a failure. */
  onRetry: (() => void) | undefined
}

/** Two columns for choices of two levels: province and city, section and division. The first one starts opened. */
export function ChoiceColumns({ label, choices, value, onChange, onRetry }: Props) {
  const [opened, setOpened] = useState<string | null>(null)
  if (choices === undefined) return <NoChoices onRetry={onRetry} />

  const shown = choices.find((choice) => choice.code === opened) ?? parentOf(choices, value) ?? choices[0]
  const options = shown === undefined ? [] : [{ code: shown.code, name: `全部${shown.name}` }, ...shown.children]
  return (
    <div className={styles.columns}>
      <ul className={styles.first} aria-label={label}>
        <li>
          <button
            track-id="range-any"
            type="button"
            className={classNames(styles.parent, value === undefined && styles.chosen)}
            aria-pressed={value === undefined}
            onClick={() => {
              setOpened(null)
              onChange(undefined)
            }}
          >
            不限
            {value === undefined && <Icon name="check" size={16} />}
          </button>
        </li>
        {choices.map((choice) => (
          <li key={choice.code}>
            <button
              track-id="choice-group"
              type="button"
              className={classNames(styles.parent, choice === shown && styles.shown)}
              aria-expanded={choice === shown}
              onClick={() => setOpened(choice.code)}
            >
              {choice.name}
            </button>
          </li>
        ))}
      </ul>
      <ul className={styles.second} aria-label={shown?.name}>
        {options.map(({ code, name }) => (
          <li key={code}>
            <button
              track-id="range-choice"
              type="button"
              className={classNames(styles.child, code === value && styles.chosen)}
              aria-pressed={code === value}
              onClick={() => onChange(code)}
            >
              {name}
              {code === value && <Icon name="check" size={16} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const placeholder = [[120, 96, 132, 108, 120].map((width) => [width, 16] as const)]

function NoChoices({ onRetry }: { onRetry: (() => void) | undefined }) {
  if (onRetry !== undefined) {
    return <PageFailed compact onRetry={onRetry} />
  }
  return <SkeletonGroups groups={placeholder} className={styles.loading} />
}
