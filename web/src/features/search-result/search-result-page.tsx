import { KeywordField } from '../../domain/keyword-field.tsx'
import { LoginPrompt } from '../../domain/login-prompt.tsx'
import { SearchBar } from '../../domain/search-bar.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { HOME_PATH } from '../../platform/navigation/pages.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import searchLayout from '../../ui/search-layout.module.css'
import { ActiveConditions } from './active-conditions.tsx'
import { FilterRow } from './filter-row.tsx'
import { ResultBody } from './result-body.tsx'
import { readSearchParams, type SearchParams, writeSearchParams } from './search-params.ts'
import styles from './search-result-page.module.css'

/** `/search/result?keyword&…`: search results. The URL holds every condition. */
export function SearchResultPage() {
  const location = usePageLocation()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const requireLogin = useRequireLogin()
  const { isLoggedIn } = useSession()
  const params = readSearchParams(location.search)
  const change = (next: SearchParams) => void navigate(`/search/result${writeSearchParams(next)}`, { replace: true })

  return (
    <div className={searchLayout.page}>
      <div className={`${searchLayout.head} ${styles.head}`}>
        <SearchBar title={params.keyword === '' ? '搜索结果' : `“${params.keyword}”的搜索结果`} onBack={goBack}>
          <KeywordField keyword={params.keyword} searchPath="/search" onHome={() => void navigate(HOME_PATH)} />
        </SearchBar>
        {isLoggedIn && <FilterRow params={params} onChange={change} />}
      </div>
      <div className={styles.main}>
        {isLoggedIn ? (
          <>
            <ActiveConditions params={params} onChange={change} />
            <ResultBody params={params} visit={location.key} onChange={change} />
          </>
        ) : (
          <LoginPrompt purpose="查看搜索结果" visit={location.key} onLogin={requireLogin} />
        )}
      </div>
    </div>
  )
}
