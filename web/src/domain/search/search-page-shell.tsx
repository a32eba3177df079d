import type { ReactNode, RefObject } from 'react'
import { Link } from '../../lib/router/router.tsx'
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
    <div ref={ref} className={utility.whitePage}>
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

type KeywordFieldProps = {
  keyword: string
  /** Path of the page with the input field, with the query that it keeps. */
  searchPath: string
  onHome: () => void
  /** Shown without a keyword. */
  placeholder?: string
}

/**
 * Shows the current keyword in the bar. A tap edits it on the search page; the cross opens that page with an empty
 * field.
 */
export function KeywordField({ keyword, searchPath, onHome, placeholder = '请输入企业名称/简称' }: KeywordFieldProps) {
  const editing = `${searchPath}${searchPath.includes('?') ? '&' : '?'}${new URLSearchParams({ keyword }).toString()}`
  return (
    <>
      <div className={styles.field}>
        <Link track-id="keyword" to={editing} className={`${styles.edit} ${utility.tap}`}>
          <Icon name="search" size={18} />
          <span className={utility.spoken}>修改关键词：</span>
          <bdi className={utility.clip}>{keyword === '' ? placeholder : keyword}</bdi>
        </Link>
        {keyword !== '' && (
          <Link track-id="retype" to={searchPath} className={`${styles.clear} ${utility.tap}`} aria-label="重新输入">
            <span className={searchLayout.dot}>
              <Icon name="close" size={12} />
            </span>
          </Link>
        )}
      </div>
      <button track-id="home" type="button" className={searchLayout.icon} aria-label="返回首页" onClick={onHome}>
        <Icon name="home" size={20} />
      </button>
    </>
  )
}
