import { Fragment, type ReactNode } from 'react'
import { daysLeft } from '../../lib/days.ts'
import { formatShanghaiDate } from '../../lib/format.ts'
import { describeError } from '../../platform/api/api-error.ts'
import { useUserInfoQuery } from '../../platform/session/session-actions.ts'
import { type UserInfo, useSession } from '../../platform/session/session-store.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './members-page.module.css'

type MemberStatus = { title: string; text: string }

const sourceNames: Readonly<Record<NonNullable<UserInfo['vipSource']>, string>> = { 赠送: '新用户赠送', 购买: '购买' }

const GIFT_OFFER = '新用户可免费领取两年，到期不自动续费'

function describeRunning(end: string, source: UserInfo['vipSource'], now: number): string {
  const days = daysLeft(end, now)
  const left = days === 0 ? '今日到期' : `剩余 ${days} 天`
  return source === null ? left : `${left} · ${sourceNames[source]}`
}

/** Title and text of a user's membership. Days are in China's time zone. */
export function describeMembership(user: UserInfo, now: number = Date.now()): MemberStatus {
  const { isVip, vipExpireAt, vipSource, canClaimGift, eraseAt } = user
  if (vipExpireAt === null) {
    const withoutGift = eraseAt === null ? '此手机号的会员礼已领取过' : '您的账户正在注销中'
    return { title: '尚未开通会员', text: canClaimGift ? GIFT_OFFER : withoutGift }
  }
  const date = formatShanghaiDate(vipExpireAt)
  if (isVip) return { title: `会员至 ${date}`, text: describeRunning(vipExpireAt, vipSource, now) }
  return { title: '会员已到期', text: `会员已于 ${date} 到期，您的记录仍保留` }
}

const visitorStatus: MemberStatus = {
  title: '尚未开通会员',
  text: '登录后可免费领取两年，到期不自动续费',
}

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
        <p className={styles.statusCardText}>{describeError(error)}</p>
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
      <p className={styles.statusCardName}>
        <bdi>{name}</bdi>
      </p>
      <h2 className={styles.title}>
        {/* A date does not break at its hyphens. */}
        {title.split(' ').map((word, at) => (
          <Fragment key={word}>
            {at > 0 && ' '}
            <span className={utility.together}>{word}</span>
          </Fragment>
        ))}
      </h2>
      <p className={styles.statusCardText}>{text}</p>
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
