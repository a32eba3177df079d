import { companyIdOf } from '../../domain/company/company-id-of.ts'
import { LoginPrompt } from '../../domain/page/login-prompt.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { RecordFailed } from '../../domain/record/record-failed.tsx'
import { readFailure } from '../../platform/api/failure.ts'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { usePersonQuery } from './people-queries.ts'
import styles from './person-body.module.css'
import { PersonBody } from './person-body.tsx'

/** Name, company and two positions. */
const placeholder = [
  [
    [90, 22],
    [220, 14],
    ['100%', 96, 12],
    ['100%', 96, 12],
  ],
] as const

/**
 * `/overview/person?companyId&recordId` or `&role=legalRepresentative`: a person at a company. Needs a session, and is
 * neither indexed nor shared.
 */
export function PersonPage() {
  const { search, key: visit } = usePageLocation()
  const params = new URLSearchParams(search)
  const recordId = params.get('recordId') ?? undefined
  const isRepresentative = params.get('role') === 'legalRepresentative'
  const address = { companyId: companyIdOf(params, 'companyId'), recordId, isRepresentative }
  const goBack = useGoBack()
  const requireLogin = useRequireLogin()
  const { isLoggedIn } = useSession()
  const { data, error, refetch } = usePersonQuery(address, isLoggedIn)
  const isIncomplete = address.companyId === '' || (recordId === undefined && !isRepresentative)

  return (
    <>
      {/* React moves the element to the head while the page shows. */}
      <meta name="robots" content="noindex, nofollow" />
      <BackBar title="人员详情" line onBack={goBack} />
      {isLoggedIn && data !== undefined && error === null ? (
        <PersonBody person={data} />
      ) : (
        <div className={plain.plain}>
          {!isLoggedIn ? (
            <LoginPrompt purpose="查看人员详情" visit={visit} onLogin={requireLogin} />
          ) : isIncomplete || error !== null ? (
            <RecordFailed failure={readFailure(error)} onRetry={() => void refetch()} />
          ) : (
            <SkeletonGroups groups={placeholder} className={styles.skeleton} />
          )}
        </div>
      )}
    </>
  )
}
