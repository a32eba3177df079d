import { type Benefit, type BenefitValue, benefits, type UserLevel, userLevels } from '@baiqicha/contract/benefits'
import { Fragment, type ReactNode, useEffect } from 'react'
import { openGiftModal } from '../../domain/gift/gift-store.ts'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { classNames } from '../../lib/class-names.ts'
import { daysLeft } from '../../lib/days.ts'
import { formatNumber, formatShanghaiDate } from '../../lib/format.ts'
import { describeError, messages } from '../../platform/api/api-error.ts'
import { useAppearance } from '../../platform/appearance/appearance.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useUserInfoQuery } from '../../platform/session/session-actions.ts'
import { type UserInfo, useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
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
function StatusCard() {
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

const levelNames: Readonly<Record<UserLevel, string>> = { visitor: '访客', registered: '登录', vip: '会员' }

/** Whether members currently get anything beyond registered users. */
const hasMemberOnly = benefits.some(({ values }) => values.vip !== values.registered)

/** Table of benefits, from the rows that the server enforces. */
function BenefitTable() {
  const { isElder } = useAppearance()
  const Row = isElder ? StackedRow : WideRow
  return (
    <Card label="权益对照">
      <h2 className={styles.heading}>权益对照</h2>
      <table className={classNames(styles.table, isElder && styles.stacked)}>
        <thead>
          <tr>
            {!isElder && (
              <th scope="col" className={styles.corner}>
                已上线的功能
              </th>
            )}
            {userLevels.map((level) => (
              <th key={level} scope="col" className={cellOf(level)}>
                {levelNames[level]}
              </th>
            ))}
          </tr>
        </thead>
        {benefits.map((benefit) => (
          <Row key={benefit.key} benefit={benefit} />
        ))}
      </table>
      <div className={styles.notes}>
        <p>工商与风险信息永久免费。会员到期后恢复为登录用户，记录不会删除。</p>
        <p>
          {hasMemberOnly ? '' : '目前会员与登录用户权益相同，'}
          新权益上线后在此更新。
        </p>
      </div>
    </Card>
  )
}

const cellOf = (level: UserLevel) => classNames(styles.value, level === 'vip' && styles.vip)

function WideRow({ benefit }: { benefit: Benefit }) {
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.name}>
          {benefit.name}
        </th>
        <Values benefit={benefit} />
      </tr>
    </tbody>
  )
}

/** Row in elder mode: the name above its three values. */
function StackedRow({ benefit }: { benefit: Benefit }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={userLevels.length} className={styles.nameAbove}>
          {benefit.name}
        </th>
      </tr>
      <tr>
        <Values benefit={benefit} />
      </tr>
    </tbody>
  )
}

function Values({ benefit }: { benefit: Benefit }) {
  return userLevels.map((level) => (
    <td key={level} className={cellOf(level)}>
      <Value value={benefit.values[level]} unit={benefit.unit} />
    </td>
  ))
}

function Value({ value, unit }: { value: BenefitValue; unit: string | undefined }) {
  if (typeof value === 'string') return <span className={styles.text}>{value}</span>
  if (typeof value === 'number') {
    return (
      <span className={styles.count}>
        {formatNumber(value)}
        <span className={styles.unit}> {unit}</span>
      </span>
    )
  }
  return (
    <>
      {value ? <Icon name="check" size={18} className={styles.yes} /> : <span aria-hidden="true">—</span>}
      <span className={utility.spoken}>{value ? '有' : '无'}</span>
    </>
  )
}

/** 会员中心: membership status, benefits, and the gift while it is unclaimed. */
export function MembersPage() {
  const { userInfo } = useSession()
  const { isError } = useUserInfoQuery()
  const isStale = isError && userInfo !== null

  useEffect(() => {
    if (isStale) showToast(messages.userInfoFailed, { icon: 'alert' })
  }, [isStale])

  return (
    <>
      <PageBar title="会员中心" />
      <div className={styles.page}>
        <StatusCard />
        <BenefitTable />
        <Card as="nav" label="关于会员">
          <SettingCell trackId="members-introduction" icon="crown" label="会员介绍" to="/user/membersIntroduction" />
          <SettingCell
            trackId="membership-agreement"
            icon="doc"
            label="会员协议"
            to="/user/agreement?type=membership"
          />
        </Card>
      </div>
      <GiftEntry />
    </>
  )
}

function GiftEntry() {
  const { isLoggedIn, userInfo } = useSession()
  const requireLogin = useRequireLogin()
  if (isLoggedIn && userInfo?.canClaimGift !== true) return null
  return (
    <div className={styles.foot}>
      {isLoggedIn ? (
        <Button trackId="gift-open" tone="gold" block onClick={() => openGiftModal({ source: 'members' })}>
          免费领取两年会员
        </Button>
      ) : (
        <Button trackId="login" tone="gold" block onClick={() => void requireLogin()}>
          登录后领取
        </Button>
      )}
    </div>
  )
}
