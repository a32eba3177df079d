import { CORRECTION_DAYS } from '@baiqicha/contract/correction'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useQuery } from '@tanstack/react-query'
import shared from '../../domain/page/shared.module.css'
import { NumberForm, SubmissionRow } from '../../domain/page/submission.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatShanghaiDate, isHanging } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/api-error.ts'
import { apiQuery } from '../../platform/api/client.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './correction-page.module.css'
import { statusPath } from './correction-params.ts'
import { correctionStateTones } from './correction-status.tsx'

/** 我的纠错: look up an objection, or find out how to make one. */
export function CorrectionOverview() {
  const navigate = useNavigate()
  return (
    <>
      <section className={styles.part}>
        <h2 className={styles.heading}>纠错与异议</h2>
        <div className={shared.below}>
          <NumberForm
            purpose="查异议进度"
            label="异议编号"
            placeholder="异议编号，以 JC 开头"
            fault="请输入异议编号"
            accepts={(number) => number !== ''}
            onSubmit={(number) => void navigate(statusPath(number))}
          />
        </div>
      </section>
      <MyCorrections />
      <section className={styles.part}>
        <h3 className={styles.heading}>如何提交异议</h3>
        <ol className={styles.ways}>
          <li>
            <Link track-id="search-open" to="/search">
              搜索企业
            </Link>
            ，在有误的记录、栏目或工商信息处点“纠错”。
          </li>
          <li>说明有误的内容与正确内容，可附判决书、移出决定等图片。无需注册，验证手机号即可。</li>
          <li>记录立即标记为“异议处理中”；涉及个人隐私的，先隐藏再核查。{CORRECTION_DAYS} 日内答复，全程免费。</li>
        </ol>
      </section>
    </>
  )
}

/** Objections of the user, newest first. Disabled for visitors. */
function useMyCorrectionsQuery() {
  const { isLoggedIn } = useSession()
  return useQuery({
    ...apiQuery(['correctionList'], correctionRoutes.correctionList, {}),
    enabled: isLoggedIn,
    staleTime: 0,
  })
}

/** 我的异议: objections of the user. */
function MyCorrections() {
  const { isLoggedIn } = useSession()
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>我的异议</h3>
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
        <SubmissionRow
          key={number}
          trackId="correction-row"
          to={statusPath(number)}
          title={<bdi className={classNames(styles.name, isHanging(title) && utility.hanging)}>{title}</bdi>}
          caption={
            <>
              {companyName !== '' && (
                <>
                  <bdi>{companyName}</bdi> ·{' '}
                </>
              )}
              {formatShanghaiDate(submittedAt)} 提交
            </>
          }
          tag={<Tag tone={correctionStateTones[state]}>{result ?? state}</Tag>}
        />
      ))}
    </ul>
  )
}
