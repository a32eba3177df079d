import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './back-bar.module.css'
import { Icon } from './icon.tsx'

type BackBarProps = {
  title: string
  /** A hairline below; leave it out where tabs or a strip follow. */
  line?: boolean
  /** false fades the title out, as on the company page before its header card has left. */
  titleShown?: boolean
  onBack: () => void
  /** At the right end: icon cells of `BackBarAction`, or a word. */
  right?: ReactNode
}

/** Presentational: the page decides what going back means. Sticks to the top. */
export function BackBar({ title, line = false, titleShown = true, onBack, right }: BackBarProps) {
  return (
    <header className={classNames(styles.bar, line && styles.line)}>
      <button type="button" className={styles.cell} aria-label="返回" onClick={onBack}>
        <Icon name="back" />
      </button>
      <h1 className={classNames(styles.title, !titleShown && styles.faded)}>{title}</h1>
      <div className={styles.right}>{right}</div>
    </header>
  )
}

type BackBarActionProps = { icon: 'home' | 'share' | 'refresh' | 'trash'; label: string; onClick: () => void }

export function BackBarAction({ icon, label, onClick }: BackBarActionProps) {
  return (
    <button type="button" className={styles.cell} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
