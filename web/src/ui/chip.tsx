import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import type { TrackId } from '../lib/tracker/track-ids.ts'
import styles from './chip.module.css'
import utility from './utility.module.css'

type ChipProps = {
  trackId: TrackId
  children: ReactNode
  /** Toggle state; absent when the chip is a plain button. */
  pressed?: boolean
  /** Fills its grid cell, 36 px high. */
  block?: boolean
  onClick: () => void
}

export function Chip({ trackId, children, pressed, block = false, onClick }: ChipProps) {
  return (
    <button
      track-id={trackId}
      type="button"
      className={classNames(styles.chip, utility.tap, pressed === true && styles.on, block && styles.block)}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
