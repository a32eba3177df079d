import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import type { TrackId } from '../lib/tracker/track-ids.ts'
import styles from './button.module.css'
import utility from './utility.module.css'

type ButtonProps = {
  trackId: TrackId
  children: ReactNode
  tone?: 'primary' | 'line' | 'soft' | 'gold'
  size?: 'md' | 'sm'
  /** Full width. */
  block?: boolean
  disabled?: boolean
  /** Looks disabled and sets aria-disabled, but still fires: the caller explains what is missing. */
  unready?: boolean
  /** Request in flight: sets aria-busy and ignores taps. */
  busy?: boolean
  type?: 'button' | 'submit'
  onClick?: () => void
  className?: string | undefined
}

export function Button({ trackId, children, className, onClick, ...options }: ButtonProps) {
  const { tone = 'primary', size = 'md', block = false, disabled = false, unready = false, busy = false } = options
  return (
    <button
      track-id={trackId}
      // Both literals are written out because the lint rule requires a literal type.
      type={options.type === 'submit' ? 'submit' : 'button'}
      className={classNames(
        styles.button,
        styles[tone],
        styles[size],
        block && styles.block,
        size === 'sm' && utility.tap,
        className,
      )}
      disabled={disabled}
      aria-disabled={unready || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.()
      }}
    >
      {children}
    </button>
  )
}
