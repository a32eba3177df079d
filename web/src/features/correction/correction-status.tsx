import {
  CORRECTION_DAYS,
  type CorrectionStatus,
  correctionReasonLabel,
  correctionStates,
} from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useQuery } from '@tanstack/react-query'
import { NumberFailed } from '../../domain/page/submission.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatShanghaiDate, isHanging } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { apiQuery } from '../../platform/api/client.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './correction-page.module.css'

export const correctionStateTones: Readonly<Record<CorrectionStatus['state'], TagTone>> = {
  已受理: 'info',
  核查中: 'amber',
  已办结: 'mute',
}

/** Current status of an objection. */
const useStatusQuery = (number: string) =>
  useQuery({ ...apiQuery(['correctionStatus', number], correctionRoutes.correctionStatus, { number }), staleTime: 0 })

type ShownStep = { label: string; at: string | null; note: string | null }

/** Past steps, oldest first, followed by the future states. */
function stepsOf({ steps, state }: Pick<CorrectionStatus, 'steps' | 'state'>): ShownStep[] {
  const reached = correctionStates.indexOf(state)
  const ahead = correctionStates.slice(reached + 1).map((label) => ({ label, at: null, note: null }))
  return [...steps, ...ahead]
}

/** Whether the due date has passed without a result. */
const isOverdue = ({ state, dueAt }: Pick<CorrectionStatus, 'state' | 'dueAt'>, now: number) =>
  state !== '已办结' && Date.parse(dueAt) < now

/** Status page of an objection. */
export function CorrectionStatusView({ number }: { number: string }) {
  const navigate = useNavigate()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useStatusQuery(number)
  if (data !== undefined) {
    return <Progress status={data} readAt={dataUpdatedAt} isBusy={isFetching} onRefresh={() => void refetch()} />
  }
  if (error === null) return <Loading />
  const reason = rejectionOf(error)?.code === resultCode.notFound ? null : describeError(error)
  const retype = () => void navigate('/user/feedback?tab=correction', { replace: true })
  return <NumberFailed prefix="JC" reason={reason} onRetype={retype} onRetry={() => void refetch()} />
}

type ProgressProps = { status: CorrectionStatus; readAt: number; isBusy: boolean; onRefresh: () => void }

function Progress({ status, readAt, isBusy, onRefresh }: ProgressProps) {
  const { number, state, title, companyName, reason, submittedAt, dueAt, result, note } = status
  return (
    <>
      <section className={styles.head}>
        <h2 className={styles.heading}>异议进度</h2>
        <p className={styles.correctionStatusNumber}>
          {number} <CopyButton text={number} label="编号" />
        </p>
        <dl className={styles.correctionStatusFacts}>
          <Fact label="异议对象" value={title} />
          {companyName !== '' && <Fact label="企业" value={companyName} />}
          <Fact label="错误类型" value={correctionReasonLabel(reason)} />
          <Fact label="提交日期" value={formatShanghaiDate(submittedAt)} />
          <Fact label="答复期限" value={`${formatShanghaiDate(dueAt)}（${CORRECTION_DAYS} 日内）`} />
        </dl>
        {isOverdue(status, readAt) && (
          <p className={styles.overdue}>
            <Icon name="alert" size={16} />
            已超过答复期限，仍在处理。
          </p>
        )}
      </section>
      <section className={styles.progress}>
        <h3 className={styles.correctionStatusSubtitle}>
          进度 <Tag tone={correctionStateTones[state]}>{state}</Tag>
        </h3>
        <Steps status={status} />
        {result !== null && (
          <div className={styles.result}>
            <h4>结果：{result}</h4>
            {note !== null && <p>{note}</p>}
          </div>
        )}
        <Button trackId="refresh" tone="line" block busy={isBusy} onClick={onRefresh}>
          <Icon name="refresh" size={18} />
          刷新
        </Button>
      </section>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={classNames(isHanging(value) && utility.hanging)}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

function Steps({ status }: { status: CorrectionStatus }) {
  const steps = stepsOf(status)
  const isCurrent = (index: number) => index === status.steps.length - 1
  return (
    <ol className={styles.steps}>
      {steps.map(({ label, at, note }, index) => (
        <li
          key={`${index}-${label}`}
          className={classNames(styles.step, at === null && styles.ahead)}
          aria-current={isCurrent(index) ? 'step' : undefined}
        >
          <p className={styles.label}>
            {label}
            {at === null && <span className={utility.spoken}>，尚未开始</span>}
            {at !== null && <small>{formatShanghaiDate(at)}</small>}
          </p>
          {note !== null && <p className={styles.note}>{note}</p>}
        </li>
      ))}
    </ol>
  )
}

function Loading() {
  return (
    <div className={styles.head} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      <Skeleton width={96} height={18} />
      <div className={styles.correctionStatusFacts}>
        {correctionStates.map((state) => (
          <Skeleton key={state} width={260} height={14} />
        ))}
      </div>
    </div>
  )
}
