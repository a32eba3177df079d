import { type DetailKindKey } from '@baiqicha/contract/records/kind-table'
import { recordDetailRoutes } from '@baiqicha/contract/routes/record'
import { useQuery } from '@tanstack/react-query'
import { LoginPrompt } from '../../domain/page/login-prompt.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { RecordFailed } from '../../domain/record/record-failed.tsx'
import { recordDetailPath } from '../../domain/record/record-paths.ts'
import { ShareAction } from '../../domain/share/share-action.tsx'
import { callApi } from '../../platform/api/client.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { findPage } from '../../platform/navigation/pages.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import { RecordBody } from './record-body.tsx'
import styles from './record-page.module.css'
import { keyOfDetailPath } from './record-routes.ts'

const rows = ['1', '2', '3', '4', '5', '6', '7']

/** Skeleton of a record's page. */
function RecordSkeleton() {
  return (
    <div className={`${skeleton.delayed} ${styles.page}`} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      <div className={styles.head}>
        <Skeleton width={220} height={18} />
        <Skeleton width={54} height={18} />
      </div>
      <Skeleton width={180} height={14} />
      <Skeleton width="100%" height={66} radius={8} />
      <div className={styles.table}>
        {rows.map((row) => (
          <Skeleton key={row} width="100%" height={34} />
        ))}
      </div>
    </div>
  )
}

/** A record in full, for the company of the page. */
function useRecordQuery(
  key: DetailKindKey,
  { id, companyId, isEnabled }: { id: string; companyId: string; isEnabled: boolean },
) {
  return useQuery({
    queryKey: ['recordDetail', key, id, companyId],
    queryFn: ({ signal }) =>
      callApi(recordDetailRoutes[`${key}Detail`], { id, ...(companyId !== '' && { companyId }) }, { signal }),
    enabled: isEnabled && id !== '',
  })
}

/** `/legalRisk/<kind>Detail` and `/businessRisk/<kind>Detail`: a record in full. Needs a session. */
export function RecordPage() {
  const { pathname, search, key: visit } = usePageLocation()
  const key = keyOfDetailPath(pathname)
  const params = new URLSearchParams(search)
  const id = params.get('id') ?? ''
  const companyId = params.get('companyId') ?? ''
  const goBack = useGoBack()
  const requireLogin = useRequireLogin()
  const { isLoggedIn } = useSession()
  const { data, error, refetch } = useRecordQuery(key, { id, companyId, isEnabled: isLoggedIn })
  const title = findPage(pathname)?.title ?? ''
  const path = recordDetailPath(key, id, companyId === '' ? null : companyId)

  return (
    <>
      <BackBar
        title={title}
        line
        onBack={goBack}
        right={data !== undefined && <ShareAction path={path} about={title} />}
      />
      {isLoggedIn && data !== undefined && error === null ? (
        <RecordBody record={data} />
      ) : (
        <div className={plain.plain}>
          {!isLoggedIn ? (
            <LoginPrompt purpose={`查看${title}`} visit={visit} onLogin={requireLogin} />
          ) : id === '' || error !== null ? (
            <RecordFailed failure={readFailure(error)} onRetry={() => void refetch()} />
          ) : (
            <RecordSkeleton />
          )}
        </div>
      )}
    </>
  )
}
