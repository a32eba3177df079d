import type { ReactNode } from 'react'
import styles from './list-state.module.css'

/** Strokes of the illustrations. */
export const strokes = { stroke: 'var(--line-3)', strokeWidth: 1.5 }
export const paper = { ...strokes, fill: 'var(--bg-card)' }
export const blue = { stroke: 'var(--text-link)', strokeWidth: 2 }
export const lens = { ...blue, fill: 'var(--brand-soft)' }

/** The illustrations of the first load: Home and the error page. */
export const criticalListStateArt = {
  none: (
    <>
      <path {...paper} d="M52 22h46l18 18v64H52z" />
      <path {...strokes} d="M98 22v18h18M64 44h22M64 56h36M64 68h28M64 80h16M36 48l-5-3M34 60h-6" />
      <circle {...lens} cx="112" cy="78" r="18" />
      <path {...blue} strokeWidth="4" d="M125 91l11 11" />
      <path {...blue} d="M106 78h12" />
    </>
  ),
  failed: (
    <>
      <path {...paper} d="M52 88a22 22 0 0 1 2-44 32 32 0 0 1 61 6 19 19 0 0 1 3 38" />
      <path {...strokes} d="M52 88h14M104 88h14M30 34l5 4M139 40l-5 4M84 12v6" />
      <path stroke="var(--warn)" strokeWidth="2.5" d="M91 56L77 78h16l-12 22" />
    </>
  ),
} as const

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
