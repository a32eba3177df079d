import type { ReactNode } from 'react'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { describeError } from '../../platform/api/api-error.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt } from '../../platform/navigation/page-frame.tsx'
import { useUserInfoQuery } from '../../platform/session/session-actions.ts'
import { type UserInfo, useSession } from '../../platform/session/session-store.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './account.module.css'

type AccountPageProps = {
  title: string
  /** Purpose of the login, such as 管理个人信息. */
  purpose: string
  /** Logged-out user whose page stays visible until the next page shows. */
  leaving?: UserInfo | null
  children: (user: UserInfo) => ReactNode
}

/** Page of the user's account. Visitors see a login prompt. */
export function AccountPage({ title, purpose, leaving = null, children }: AccountPageProps) {
  const { isLoggedIn, userInfo } = useSession()
  const { error, refetch } = useUserInfoQuery()
  const user = userInfo ?? leaving
  return (
    <>
      <PageBar title={title} line />
      {!isLoggedIn && leaving === null ? (
        <div className={shared.plain}>
          <PageLoginPrompt purpose={purpose} />
        </div>
      ) : user !== null ? (
        <div className={shared.cardPage}>{children(user)}</div>
      ) : error !== null ? (
        <div className={shared.plain}>
          <PageFailed reason={describeError(error)} onRetry={() => void refetch()} />
        </div>
      ) : (
        <CardsSkeleton />
      )}
    </>
  )
}

const cards = [
  ['1', '2', '3', '4'],
  ['1', '2'],
]

function CardsSkeleton() {
  return (
    <div className={shared.cardPage} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {cards.map((rows) => (
        <div key={rows.length} className={styles.skeleton}>
          {rows.map((row) => (
            <div key={row} className={styles.accountPageRow}>
              <Skeleton width={96} height={15} />
              <Skeleton width={64} height={13} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
