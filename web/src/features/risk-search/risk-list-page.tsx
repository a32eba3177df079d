import { KeywordField } from '../../domain/keyword-field.tsx'
import { LoginPrompt } from '../../domain/login-prompt.tsx'
import { riskListPath, riskSearchPath } from '../../domain/risk-search-path.ts'
import { SearchBar } from '../../domain/search-bar.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { HOME_PATH } from '../../platform/navigation/pages.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import searchLayout from '../../ui/search-layout.module.css'
import { KindChips } from './kind-chips.tsx'
import { RiskBody } from './risk-body.tsx'
import styles from './risk-list-page.module.css'
import { readRiskParams } from './risk-params.ts'

/** `/riskList?keyword&kind`: companies that match a keyword, with their risk counters. */
export function RiskListPage() {
  const location = usePageLocation()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const requireLogin = useRequireLogin()
  const { isLoggedIn } = useSession()
  const { keyword, kind } = readRiskParams(location.search)
  const change = (next: typeof kind) => void navigate(riskListPath({ keyword, kind: next }), { replace: true })

  return (
    <div className={searchLayout.page}>
      <div className={`${searchLayout.head} ${styles.head}`}>
        <SearchBar title={keyword === '' ? '查风险' : `“${keyword}”的风险查询结果`} onBack={goBack}>
          <KeywordField
            keyword={keyword}
            searchPath={riskSearchPath({ kind })}
            onHome={() => void navigate(HOME_PATH)}
          />
        </SearchBar>
        {isLoggedIn && keyword !== '' && <KindChips value={kind} onChange={change} />}
      </div>
      {isLoggedIn ? (
        <RiskBody params={{ keyword, kind }} onShowAll={() => change(undefined)} />
      ) : (
        <LoginPrompt purpose="查风险" visit={location.key} onLogin={requireLogin} />
      )}
    </div>
  )
}
