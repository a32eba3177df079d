import type { ReactNode } from 'react'
import { describeError } from '../../platform/api/messages.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { useUserInfoQuery } from '../../platform/session/user-info-query.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import { describeMembership, type MemberStatus, visitorStatus } from './member-status.ts'
import styles from './status-card.module.css'

/** Membership status: visitor, loading, failed or known. */
export function StatusCard() {
  const { isLoggedIn, userInfo } = useSession()
  const { error, refetch } = useUserInfoQuery()
  if (!isLoggedIn) return <Status name="访客" {...visitorStatus} />
  if (userInfo !== null) {
    return <Status name={userInfo.nickname ?? userInfo.phoneMasked} {...describeMembership(userInfo)} />
  }
  if (error === null) return <StatusSkeleton />
  return (
    <Frame>
      <div role="alert">
        <p className={styles.title}>会员状态加载失败</p>
        <p className={styles.text}>{describeError(error)}</p>
      </div>
      <button track-id="retry" type="button" className={styles.retry} onClick={() => void refetch()}>
        重试
      </button>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section className={styles.card} aria-label="会员状态">
      <svg
        className={styles.crown}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth=".7"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M4.5 8l3.9 3.5L12 5.5l3.6 6L19.5 8 18 17.5H6z" />
      </svg>
      {children}
    </section>
  )
}

function Status({ name, title, text }: MemberStatus & { name: string }) {
  return (
    <Frame>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
    </Frame>
  )
}

function StatusSkeleton() {
  return (
    <Frame>
      <div className={styles.waiting} aria-busy="true">
        <output className={utility.spoken}>正在加载</output>
        <Skeleton width={72} height={13} />
        <Skeleton width={140} height={22} />
        <Skeleton width={200} height={13} />
      </div>
    </Frame>
  )
}
