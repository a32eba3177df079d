import type { ReactNode, RefObject } from 'react'
import searchLayout from '../../ui/search-layout.module.css'
import { LoginPrompt } from '../page/login-prompt.tsx'
import { SearchBar } from './search-bar.tsx'

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
