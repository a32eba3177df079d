import type { ReactNode } from 'react'
import { criticalListStateArt } from './critical-list-state-art.tsx'
import styles from './list-state.module.css'

export type StateText = {
  title: string
  text?: ReactNode
  /** Action buttons. */
  children?: ReactNode
  /** Fits into a card instead of filling a page. */
  compact?: boolean
}

type StateFrameProps = StateText & { art: ReactNode; role: 'alert' | 'status' }

/** Illustration, title, text and actions in place of content. Announced to screen readers. */
export function StateFrame({ art, role, title, text, children, compact = false }: StateFrameProps) {
  return (
    <div className={compact ? styles.compact : styles.state} role={role}>
      <svg
        className={styles.art}
        viewBox="0 0 168 120"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <ellipse cx="84" cy="108" rx="62" ry="6" fill="var(--bg-press)" />
        {art}
      </svg>
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

type CriticalListStateProps = StateText & { art: keyof typeof criticalListStateArt }

/** `ListState` for the first load: bundles only the illustrations used there. */
export const CriticalListState = ({ art, ...texts }: CriticalListStateProps) => (
  <StateFrame {...texts} art={criticalListStateArt[art]} role={art === 'failed' ? 'alert' : 'status'} />
)
