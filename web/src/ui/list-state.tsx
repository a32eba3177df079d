import type { ReactNode } from 'react'
import styles from './list-state.module.css'
import { type ListStateArt, listStateArt } from './list-state-art.tsx'

type ListStateProps = {
  /**
   * nothing: no search hit · none: source connected, no record · failed: request failed · unconnected: source not
   * connected.
   */
  art: ListStateArt
  title: string
  text?: ReactNode
  /** Action buttons. */
  children?: ReactNode
  /** Fits into a card instead of filling a page. */
  compact?: boolean
}

/** Empty state that states which of four reasons applies. Announced to screen readers. */
export function ListState({ art, title, text, children, compact = false }: ListStateProps) {
  return (
    <div className={compact ? styles.compact : styles.state} role={art === 'failed' ? 'alert' : 'status'}>
      <svg
        className={styles.art}
        viewBox="0 0 168 120"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <ellipse cx="84" cy="108" rx="62" ry="6" fill="var(--bg-press)" />
        {listStateArt[art]}
      </svg>
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
