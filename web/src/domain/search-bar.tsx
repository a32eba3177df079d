import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import utility from '../ui/utility.module.css'
import styles from './search-bar.module.css'

type Props = {
  /** The page's name, read aloud: the bar shows a field in its place. */
  title: string
  onBack: () => void
  /** The field. */
  children: ReactNode
}

/** The bar of pages about one search: back, the field, what acts on it. Its parent makes it stick. */
export function SearchBar({ title, onBack, children }: Props) {
  return (
    <header className={styles.bar}>
      <h1 className={utility.spoken}>{title}</h1>
      <button type="button" className={styles.cell} aria-label="返回" onClick={onBack}>
        <Icon name="back" />
      </button>
      {children}
    </header>
  )
}
