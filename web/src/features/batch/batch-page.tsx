import { LoginPrompt } from '../../domain/page/login-prompt.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { Link } from '../../lib/router/router.tsx'
import { usePageLocation, usePageQuery } from '../../platform/navigation/page-location.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import styles from './batch-page.module.css'
import { readBatchParams } from './batch-params.ts'
import { BatchResults } from './batch-results.tsx'
import { BatchStart } from './batch-start.tsx'

/** `/batch?id&view`: a list of names and codes to look up, or the results of one. */
export function BatchPage() {
  const { isLoggedIn } = useSession()
  const { key: visit } = usePageLocation()
  const requireLogin = useRequireLogin()
  const { id, view } = readBatchParams(usePageQuery())
  const again = (
    <Link track-id="batch-again" to="/batch" className={styles.again}>
      重新上传
    </Link>
  )
  return (
    <>
      <BackBar title="批量查询" onBack={useGoBack()} right={isLoggedIn && id !== null ? again : undefined} />
      {!isLoggedIn && (
        <div className={plain.plain}>
          <LoginPrompt purpose="批量查询" visit={visit} onLogin={requireLogin} />
        </div>
      )}
      {isLoggedIn && id === null && <BatchStart />}
      {isLoggedIn && id !== null && <BatchResults key={id} id={id} view={view} visit={visit} />}
    </>
  )
}
