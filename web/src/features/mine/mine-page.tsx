import type { ContactConfig } from '@baiqicha/contract/content'
import { historyRoutes } from '@baiqicha/contract/routes/history'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AppearanceCell, LogoutCard, TrackingCell } from '../../domain/account/account-cells.tsx'
import { BannerCarousel, NoticeLine } from '../../domain/content/content.tsx'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { classNames } from '../../lib/class-names.ts'
import { daysLeft } from '../../lib/days.ts'
import { formatNumber, formatShanghaiDate } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { messages } from '../../platform/api/api-error.ts'
import { apiQuery } from '../../platform/api/client.ts'
import { changeAppearance, useAppearance } from '../../platform/appearance/appearance.ts'
import { useContactQuery, useMineConfigQuery } from '../../platform/content/content-queries.ts'
import { useFollowListQuery } from '../../platform/follow/follow-queries.ts'
import { recordSearchOf } from '../../platform/history/history-queries.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useLeave } from '../../platform/navigation/use-leave.ts'
import { useOpenJump } from '../../platform/navigation/use-open-jump.ts'
import { useUserInfoQuery } from '../../platform/session/session-actions.ts'
import { type UserInfo, useIsVip, useSession } from '../../platform/session/session-store.ts'
import { useTrackingSwitch } from '../../platform/tracking/tracking-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import utility from '../../ui/utility.module.css'
import styles from './mine-page.module.css'

const none: never[] = []

/** Notice and banners of 我的; nothing when the operator has published none. */
function MineContent() {
  const { data, isError, errorUpdateCount, refetch } = useMineConfigQuery()
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  const open = useOpenJump(data?.jumpHosts ?? none)
  useFailureToast(errorUpdateCount, messages.listsFailed)

  const search = (keyword: string) => {
    const target = `/search/result?${new URLSearchParams({ keyword }).toString()}`
    if (!requireLogin(target)) return
    recordSearchOf(target)
    void navigate(target)
  }

  if (isError) {
    return (
      <Card className={styles.failed}>
        <span>公告加载失败</span>
        <Button trackId="retry" tone="line" size="sm" onClick={() => void refetch()}>
          重试
        </Button>
      </Card>
    )
  }
  if (data === undefined) return null
  const { notice, banners } = data
  const actions = { search, open }
  return (
    <>
      <NoticeLine notice={notice} actions={actions} />
      <BannerCarousel banners={banners} actions={actions} />
    </>
  )
}

/** Numbers of viewed companies and of searches. Disabled for visitors. */
function useHistoryCountsQuery() {
  const { isLoggedIn } = useSession()
  return useQuery({
    ...apiQuery(['historyCounts'], historyRoutes.historyCounts, {}),
    enabled: isLoggedIn,
    staleTime: 0,
  })
}

/** Page of /user and /tools. Rows are added with the features that they open. */
export function MinePage() {
  const { isLoggedIn, userInfo } = useSession()
  const trackingSwitch = useTrackingSwitch()
  const unread = userInfo?.unreadFeedback ?? 0
  const appearance = useAppearance()
  const leave = useLeave()
  const { data: contact } = useContactQuery()
  return (
    <div className={styles.page}>
      {/* The head shows the user; the page title is for screen readers. */}
      <h1 className={utility.spoken}>我的</h1>
      <UserHead />
      {isLoggedIn ? <MemberCard /> : <LoginInvitation />}
      {isLoggedIn && <Traces />}
      <MineContent />
      <Card label="会员与帮助">
        {!isLoggedIn && <SettingCell trackId="members" icon="crown" label="会员中心" to="/user/members" />}
        <SettingCell
          trackId="members-introduction"
          icon={isLoggedIn ? 'crown' : 'info'}
          label="会员介绍"
          to="/user/membersIntroduction"
        />
        {isLoggedIn && <SettingCell trackId="reports" icon="doc" label="报告" to="/user/report" />}
        <SettingCell trackId="relation" icon="search" label="找关系" to="/relation" />
        <SettingCell trackId="batch" icon="doc" label="批量查询" value="粘贴或上传名单" to="/batch" />
        <SettingCell
          trackId="help"
          icon="headset"
          label="帮助与反馈"
          value={unread > 0 ? `${unread} 条新回复` : undefined}
          isNew={unread > 0}
          to={unread > 0 ? '/user/feedback?tab=feedback' : '/user/feedback'}
        />
        {contact !== undefined && hasChannel(contact) && (
          <SettingCell
            trackId="contact-us"
            icon={contact.servicePhone === null ? 'mail' : 'phone'}
            label="联系我们"
            value={contact.serviceHours}
            to="/user/contact"
          />
        )}
      </Card>
      <Card label="设置">
        {isLoggedIn && <SettingCell trackId="settings" icon="sliders" label="账号设置" to="/user/setting" />}
        <AppearanceCell appearance={appearance} onChange={changeAppearance} />
        {!isLoggedIn && <TrackingCell {...trackingSwitch} />}
        <SettingCell trackId="user-protocol" icon="doc" label="用户协议" to="/user/user_protocol" />
        <SettingCell trackId="privacy-policy" icon="lock" label="隐私政策" to="/user/privacy_policy" />
        <SettingCell trackId="about" icon="info" label="关于我们" value="数据来源与更新时间" to="/user/about" />
      </Card>
      {isLoggedIn && <LogoutCard onLogout={() => leave('/user')} />}
    </div>
  )
}

/** Whether the operator has published a way to be reached besides 帮助与反馈, which has its own row. */
const hasChannel = ({ servicePhone, email, wechatQr, address }: ContactConfig) =>
  [servicePhone, email, wechatQr, address].some((channel) => channel !== null)

function LoginInvitation() {
  const requireLogin = useRequireLogin()
  return (
    <Card className={styles.invitation}>
      <p className={styles.reason}>登录后可搜索企业，保留搜索历史与浏览记录</p>
      <Button trackId="login" block onClick={() => void requireLogin()}>
        登录/注册
      </Button>
    </Card>
  )
}

/** Numbers of followed companies, viewed companies and searches. */
function Traces() {
  const { data: counts } = useHistoryCountsQuery()
  // After the counts: an expired session ends at their refusal, without a further request.
  const { data: follows } = useFollowListQuery({ enabled: counts !== undefined })
  const { userInfo } = useSession()
  const unread = userInfo?.unreadChanges ?? 0
  return (
    <Card as="nav" label="记录" className={styles.traces}>
      <TraceLink
        to={unread > 0 ? '/user/follow?tab=changes' : '/user/follow'}
        label="关注企业"
        count={follows?.list.length}
        news={unread > 0 ? `${unread} 条新动态` : undefined}
      />
      <TraceLink to="/companyList?tab=recent" label="最近浏览" count={counts?.viewed} />
      <TraceLink to="/search" label="搜索历史" count={counts?.searched} />
    </Card>
  )
}

type TraceLinkProps = {
  to: string
  label: string
  count: number | undefined
  /** Announced by a dot. */
  news?: string | undefined
}

function TraceLink({ to, label, count, news }: TraceLinkProps) {
  return (
    <Link track-id="mine-count" to={to} className={styles.trace}>
      <span className={classNames(styles.count, news !== undefined && styles.news)}>{formatNumber(count)}</span>
      <span className={utility.note}>{label}</span>
      {news !== undefined && <span className={utility.spoken}>，{news}</span>}
    </Link>
  )
}

type CardContent = { title: string; parts: readonly string[] }

function contentOf({ isVip, vipExpireAt, canClaimGift }: UserInfo): CardContent {
  if (vipExpireAt === null) {
    return { title: '尚未开通会员', parts: [canClaimGift ? '可免费领取两年，到期不自动续费' : '查看会员权益'] }
  }
  const date = formatShanghaiDate(vipExpireAt)
  if (!isVip) return { title: '会员已到期', parts: [`${date} 到期，您的记录仍保留`] }
  const days = daysLeft(vipExpireAt)
  return { title: '百企查会员', parts: [`${date} 到期`, days === 0 ? '今日到期' : `剩余 ${days} 天`] }
}

/** Membership status with a link to 会员中心. */
function MemberCard() {
  const { userInfo } = useSession()
  if (userInfo === null) return null
  const { title, parts } = contentOf(userInfo)
  return (
    <Link track-id="members" to="/user/members" className={styles.card}>
      <Icon name="crown" size={28} />
      <span className={utility.grow}>
        <span className={styles.title}>{title}</span>
        {parts.map((part) => (
          <span key={part} className={styles.part}>
            {part}
          </span>
        ))}
      </span>
      <span className={styles.more}>
        会员中心
        <Icon name="right" size={16} />
      </span>
    </Link>
  )
}

/** User: nickname, or the masked number. */
function UserHead() {
  const { isLoggedIn, userInfo } = useSession()
  const isVip = useIsVip()
  const { isError } = useUserInfoQuery()

  useEffect(() => {
    if (isError) showToast(messages.userInfoFailed, { icon: 'alert' })
  }, [isError])

  const name = isLoggedIn ? (userInfo?.nickname ?? userInfo?.phoneMasked ?? '已登录') : '未登录'
  const isNamed = isLoggedIn && userInfo?.nickname != null
  return (
    <header className={styles.head}>
      <span className={styles.avatar}>
        <Icon name="user" size={28} />
      </span>
      <div className={styles.identity}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
          {isVip && <Tag tone="vip">会员</Tag>}
        </h2>
        <p className={styles.caption}>
          {isNamed ? userInfo?.phoneMasked : isLoggedIn ? '百企查用户' : '查企业 · 看风险 · 知来源'}
        </p>
      </div>
      {isLoggedIn && (
        <Link track-id="profile" to="/user/info" className={styles.manage}>
          信息管理
          <Icon name="right" size={16} />
        </Link>
      )}
    </header>
  )
}
