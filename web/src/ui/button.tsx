import type { ReactNode, Ref } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './button.module.css'
import utility from './utility.module.css'

type ButtonProps = {
  children: ReactNode
  tone?: 'primary' | 'line' | 'soft' | 'gold'
  size?: 'md' | 'sm'
  /** Takes the whole width. */
  block?: boolean
  disabled?: boolean
  /** Looks disabled and says so, but takes taps: the caller answers what is missing. */
  unready?: boolean
  /** Waiting for an answer: says so and takes no second tap. */
  busy?: boolean
  type?: 'button' | 'submit'
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
  className?: string | undefined
}

export function Button({ ref, children, className, onClick, ...options }: ButtonProps) {
  const { tone = 'primary', size = 'md', block = false, disabled = false, unready = false, busy = false } = options
  return (
    <button
      ref={ref}
      // Both kinds are written out for the linter, which wants a literal.
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
