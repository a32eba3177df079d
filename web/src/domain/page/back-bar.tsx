import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { CriticalIcon as Icon } from '../../ui/critical-icon.tsx'
import searchLayout from '../../ui/search-layout.module.css'
import styles from './back-bar.module.css'

type BackBarProps = {
  title: string
  /** Hairline below; omit it above tabs or a strip. */
  line?: boolean
  /** false hides the title, as on the company page until its header scrolls away. */
  titleShown?: boolean
  onBack: () => void
  /** Right end: `BackBarAction` icons or a text button. */
  right?: ReactNode
}

/** Sticky bar with a back button and a title. The page handles going back. */
export function BackBar({ title, line = false, titleShown = true, onBack, right }: BackBarProps) {
  return (
    <header className={classNames(styles.bar, line && styles.line)}>
      <button track-id="back" type="button" className={searchLayout.icon} aria-label="返回" onClick={onBack}>
        <Icon name="back" />
      </button>
      <h1 className={classNames(styles.title, !titleShown && styles.faded)}>{title}</h1>
      <div className={styles.right}>{right}</div>
    </header>
  )
}
