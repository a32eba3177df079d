import { NumberForm } from '../../domain/page/number-form.tsx'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import { describeError } from '../../platform/api/messages.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './feedback.module.css'
import { isFeedbackNumber, threadPath } from './feedback-params.ts'
import { useMyFeedbackQuery } from './feedback-queries.ts'
import { feedbackStateTones } from './feedback-state-tones.ts'

/** 我的反馈: feedback of the user. A visitor follows feedback by its number. */
export function MyFeedback() {
  const { isLoggedIn } = useSession()
  return isLoggedIn ? <Rows /> : <ForVisitors />
}

function ForVisitors() {
  const requireLogin = useRequireLogin()
  const navigate = useNavigate()
  return (
    <section className={styles.part}>
      <NumberForm
        purpose="查反馈进度"
        label="反馈编号"
        placeholder="反馈编号，以 FB 开头"
        fault="请输入反馈编号，以 FB 开头"
        accepts={isFeedbackNumber}
        onSubmit={(number) => void navigate(threadPath(number))}
      />
      <p className={styles.quiet}>
        登录后可查看已提交的反馈。
        <button track-id="login" type="button" className={utility.tap} onClick={() => void requireLogin()}>
          登录/注册
        </button>
      </p>
    </section>
  )
}

function Rows() {
  const { data, error, refetch } = useMyFeedbackQuery()
  if (error !== null) {
    return (
      <ListState art="failed" title="加载失败" text={describeError(error)}>
        <Button trackId="retry" onClick={() => void refetch()}>
          重试
        </Button>
      </ListState>
    )
  }
  if (data === undefined) return <output className={styles.quiet}>正在加载…</output>
  if (data.length === 0) return <ListState art="none" title="暂无反馈" text="提交的反馈与回复显示于此" />
  return (
    <ul className={styles.part}>
      {data.map(({ number, kind, state, excerpt, createdAt, unread }) => (
        <li key={number}>
          <Link track-id="feedback-row" to={threadPath(number)} className={styles.row}>
            <span className={utility.grow}>
              <bdi className={styles.excerpt}>{excerpt}</bdi>
              <span className={styles.caption}>
                {kind} · {formatShanghaiDate(createdAt)} 提交
              </span>
            </span>
            {unread ? <Tag tone="red">新回复</Tag> : <Tag tone={feedbackStateTones[state]}>{state}</Tag>}
            <Icon name="right" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
