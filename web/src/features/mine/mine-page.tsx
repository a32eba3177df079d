import { Link, useNavigate } from 'react-router'
import { useRecentBrowseQuery, useSearchHistoryQuery } from '../../platform/history/history-queries.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { logout } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AppearanceCell } from './appearance-cell.tsx'
import styles from './mine-page.module.css'
import { UserHead } from './user-head.tsx'

/** Behind both /user and /tools. Rows appear with the features they open. */
export function MinePage() {
  const { isLoggedIn } = useSession()
  return (
    <div className={styles.page}>
      <h1 className={styles.pageTitle}>我的</h1>
      <UserHead />
      {isLoggedIn ? <Traces /> : <LoginInvitation />}
      <Card label="显示">
        <AppearanceCell />
      </Card>
      {isLoggedIn && <LogoutCard />}
    </div>
  )
}

function LoginInvitation() {
  const requireLogin = useRequireLogin()
  return (
    <Card className={styles.invitation}>
      <p className={styles.reason}>登录后可搜索企业，保留搜索历史与浏览记录</p>
      <Button block onClick={() => void requireLogin()}>
        登录/注册
      </Button>
    </Card>
  )
}

/** What this reader left behind: companies opened, words searched. */
function Traces() {
  const { data: viewed } = useRecentBrowseQuery()
  const { data: searched } = useSearchHistoryQuery()
  return (
    <Card as="nav" label="记录" className={styles.traces}>
      <TraceLink to="/companyList?tab=recent" label="最近浏览" count={viewed?.length} limit={10} />
      <TraceLink to="/search" label="搜索历史" count={searched?.length} limit={50} />
    </Card>
  )
}

type TraceLinkProps = { to: string; label: string; count: number | undefined; limit: number }

/** The call answers at most `limit`, so at that number there may be more. */
function TraceLink({ to, label, count, limit }: TraceLinkProps) {
  const shown = count === undefined ? '-' : count >= limit ? `${limit}+` : String(count)
  return (
    <Link to={to} className={styles.trace}>
      <span className={styles.count}>{shown}</span>
      <span className={styles.traceLabel}>{label}</span>
    </Link>
  )
}

function LogoutCard() {
  const navigate = useNavigate()
  const askAndLeave = async () => {
    const isSure = await confirmDialog({
      title: '退出登录？',
      text: '退出后需要重新登录才能搜索企业',
      confirm: '退出',
      danger: true,
    })
    if (!isSure) return
    await logout()
    showToast('已退出登录', { icon: 'check' })
    void navigate('/user', { replace: true })
  }
  return (
    <Card>
      <button type="button" className={styles.leave} onClick={() => void askAndLeave()}>
        退出登录
      </button>
    </Card>
  )
}
