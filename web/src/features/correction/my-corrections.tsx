import { classNames } from '../../lib/class-names.ts'
import { isHanging } from '../../lib/hanging.ts'
import { Link } from '../../lib/router/router.tsx'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import { describeError } from '../../platform/api/messages.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './correction-overview.module.css'
import { statusPath } from './correction-params.ts'
import { useMyCorrectionsQuery } from './correction-queries.ts'
import { stateTones } from './state-tones.ts'

/** 我的异议: objections of the user. */
export function MyCorrections() {
  const { isLoggedIn } = useSession()
  return (
    <section className={styles.part}>
      <h3 className={styles.subtitle}>我的异议</h3>
      {isLoggedIn ? <Rows /> : <ForVisitors />}
    </section>
  )
}

function ForVisitors() {
  const requireLogin = useRequireLogin()
  return (
    <p className={styles.quiet}>
      登录后可查看已提交的异议。
      <button track-id="login" type="button" className={utility.tap} onClick={() => void requireLogin()}>
        登录/注册
      </button>
    </p>
  )
}

function Rows() {
  const { data, error, refetch } = useMyCorrectionsQuery()
  if (error !== null) {
    return (
      <p className={styles.quiet} role="alert">
        加载失败：{describeError(error)}{' '}
        <button track-id="retry" type="button" className={utility.tap} onClick={() => void refetch()}>
          重试
        </button>
      </p>
    )
  }
  if (data === undefined) return <output className={styles.quiet}>正在加载…</output>
  if (data.length === 0) return <p className={styles.quiet}>暂无异议记录</p>
  return (
    <ul>
      {data.map(({ number, title, companyName, state, result, submittedAt }) => (
        <li key={number}>
          <Link track-id="correction-row" to={statusPath(number)} className={styles.row}>
            <span className={utility.grow}>
              <bdi className={classNames(styles.name, isHanging(title) && utility.hanging)}>{title}</bdi>
              <span className={styles.caption}>
                {companyName !== '' && (
                  <>
                    <bdi>{companyName}</bdi> ·{' '}
                  </>
                )}
                {formatShanghaiDate(submittedAt)} 提交
              </span>
            </span>
            <Tag tone={stateTones[state]}>{result ?? state}</Tag>
            <Icon name="right" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
