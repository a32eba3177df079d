import type { ReactNode, RefObject } from 'react'
import { Icon } from '../../ui/icon.tsx'
import searchLayout from '../../ui/search-layout.module.css'
import utility from '../../ui/utility.module.css'
import { LoginPrompt } from '../page/login-prompt.tsx'
import styles from './search-page-shell.module.css'

type Props = {
  page: {
    isLoggedIn: boolean
    /** Location key, which identifies one visit of the page. */
    visit: string
    onLogin: (target: undefined, options: { replace: true }) => void
    onBack: () => void
  }
  /** Page name for screen readers. */
  title: string
  /** Purpose of the login, such as 搜索企业; undefined: the page needs no login. */
  purpose?: string
  /** Search field of the bar. */
  field?: ReactNode
  /** Replaces the bar with its field. */
  bar?: ReactNode
  /** Below the bar, within the part that stays on screen. */
  filters?: ReactNode
  children?: ReactNode
  ref?: RefObject<HTMLDivElement | null>
}

/** Search page: its bar stays on screen; without a session that it needs, the login prompt replaces the content. */
export function SearchPageShell({ page, title, purpose, field, bar, filters, children, ref }: Props) {
  const isOpen = page.isLoggedIn || purpose === undefined
  return (
    <div ref={ref} className={searchLayout.page}>
      <div className={searchLayout.head}>
        {bar ?? (
          <SearchBar title={title} onBack={page.onBack}>
            {field}
          </SearchBar>
        )}
        {isOpen && filters}
      </div>
      {isOpen ? children : <LoginPrompt purpose={purpose} visit={page.visit} onLogin={page.onLogin} />}
    </div>
  )
}

type SearchBarProps = {
  /** Page name for screen readers: the bar shows a field instead of a title. */
  title: string
  onBack: () => void
  /** Search field. */
  children: ReactNode
}

/** Bar of a search page: back button, field, actions. The parent makes it sticky. */
function SearchBar({ title, onBack, children }: SearchBarProps) {
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
