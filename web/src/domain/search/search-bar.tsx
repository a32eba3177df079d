import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import searchLayout from '../../ui/search-layout.module.css'
import utility from '../../ui/utility.module.css'
import styles from './search-bar.module.css'

type Props = {
  /** Page name for screen readers: the bar shows a field instead of a title. */
  title: string
  onBack: () => void
  /** Search field. */
  children: ReactNode
}

/** Bar of a search page: back button, field, actions. The parent makes it sticky. */
export function SearchBar({ title, onBack, children }: Props) {
  return (
    <header className={styles.bar}>
      <h1 className={utility.spoken}>{title}</h1>
      <button track-id="back" type="button" className={searchLayout.icon} aria-label="返回" onClick={onBack}>
        <Icon name="back" />
      </button>
      {children}
    </header>
  )
}
