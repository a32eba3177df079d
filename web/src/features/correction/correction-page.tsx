import * as correction from '@baiqicha/contract/correction'
import { CORRECTION_DAYS, type CorrectionReceipt } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { companyPath } from '../../domain/company/company-path.ts'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { formatShanghaiDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { apiQuery } from '../../platform/api/client.ts'
import { usePageLocation } from '../../platform/navigation/page.tsx'
import { PlainPage } from '../../platform/navigation/page-frame.tsx'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import correctionFormStyles from './correction-form.module.css'
import { CorrectionForm } from './correction-form.tsx'
import styles from './correction-page.module.css'
import { type CorrectionParams, type SubjectParams, statusPath, subjectKey } from './correction-params.ts'
import { CorrectionStatusView } from './correction-status.tsx'

const placeholder = [
  [
    [120, 18],
    [343, 112, 8],
    [80, 14],
    [343, 80, 8],
    [80, 14],
    [343, 128, 8],
  ],
] as const

/** Subject of the form. Never refetched, so that a later response does not replace a filled form. */
function useSubjectQuery(subject: SubjectParams) {
  const { userInfo } = useSession()
  return useQuery({
    // The subject states more to a user than to a visitor.
    ...apiQuery(
      ['correctionSubject', subjectKey(subject), userInfo?.userId ?? null],
      correctionRoutes.correctionSubject,
      subject,
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

type Props = { subject: SubjectParams; onSent: (receipt: CorrectionReceipt) => void }

/** Form of a subject, after the subject is loaded. */
function SubjectForm({ subject, onSent }: Props) {
  const { data, error, refetch } = useSubjectQuery(subject)
  if (data !== undefined) {
    return (
      <>
        {data.isDemo && <DemoStrip />}
        <CorrectionForm subject={data} params={subject} onSent={onSent} />
      </>
    )
  }
  if (error === null) return <SkeletonGroups groups={placeholder} className={correctionFormStyles.loading} />
  if (rejectionOf(error)?.code === resultCode.notFound) return <NoSubject subject={subject} />
  return <PageFailed reason={describeError(error)} onRetry={() => void refetch()} />
}

function NoSubject({ subject: { companyId, recordId } }: { subject: SubjectParams }) {
  const navigate = useNavigate()
  return (
    <ListState
      art="nothing"
      title={recordId === undefined ? '未找到该企业' : '未找到该记录'}
      text="可能已被来源移除、展示期满或已隐藏，或链接不完整"
    >
      <Button trackId="correction-status" tone="line" onClick={() => void navigate('/user/feedback?tab=correction')}>
        查异议进度
      </Button>
      {recordId !== undefined && companyId !== '' && (
        <Button trackId="company" onClick={() => void navigate(companyPath(companyId))}>
          查看企业
        </Button>
      )}
    </ListState>
  )
}

const effectText: Readonly<Record<CorrectionReceipt['effect'], string>> = {
  marked: '该记录已标记为“异议处理中”，不计入当前数量。',
  shielded: '该记录已先行隐藏，核查后决定是否恢复展示。',
  none: '核查后答复。',
}

/** Receipt of an objection: its number and due date. */
function CorrectionReceiptView({ receipt, companyId }: { receipt: CorrectionReceipt; companyId: string }) {
  const navigate = useNavigate()
  const goBack = useGoBack()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.receipt}>
      <span className={styles.mark}>
        <Icon name="check" size={28} />
      </span>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {receipt.isAddition ? '已补充' : '已受理'}
      </h2>
      <p className={styles.text}>
        {receipt.isAddition && '本次提交已补充到未办结的异议，答复期限不变。'}
        {effectText[receipt.effect]}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>编号</dt>
          <dd className={shared.bold}>
            {receipt.number} <CopyButton text={receipt.number} label="编号" />
          </dd>
        </div>
        <div>
          <dt>答复期限</dt>
          <dd>
            {formatShanghaiDate(receipt.dueAt)} 前（{CORRECTION_DAYS} 日内）
          </dd>
        </div>
      </dl>
      <p className={styles.hint}>凭编号可随时查询进度，请妥善保存，勿告知他人。</p>
      <div className={styles.actions}>
        {companyId === '' ? (
          <Button trackId="back" tone="line" onClick={goBack}>
            返回
          </Button>
        ) : (
          <Button
            trackId="company"
            tone="line"
            onClick={() => void navigate(companyPath(companyId), { replace: true })}
          >
            返回企业
          </Button>
        )}
        <Button
          trackId="correction-status"
          onClick={() => void navigate(statusPath(receipt.number), { replace: true })}
        >
          查进度
        </Button>
      </div>
    </section>
  )
}

/** History state of the page after submission, so that back and forward show the receipt again. */
const receiptState = z.object({ receipt: correction.correctionReceiptSchema, companyId: z.string() })

/** The form of an objection (`companyId`), or the status of one (`number`). */
export function CorrectionPage({ params }: { params: Exclude<CorrectionParams, { show: 'overview' }> }) {
  const location = usePageLocation()
  const navigate = useNavigate()
  const sent = z.safeParse(receiptState, location.state)

  return (
    <PlainPage title="帮助与反馈">
      {params.show === 'form' && (
        <SubjectForm
          key={subjectKey(params.subject)}
          subject={params.subject}
          onSent={(receipt) =>
            void navigate(statusPath(receipt.number), {
              replace: true,
              state: { receipt, companyId: params.subject.companyId },
            })
          }
        />
      )}
      {params.show === 'status' &&
        (sent.success ? (
          <CorrectionReceiptView {...sent.data} />
        ) : (
          <CorrectionStatusView key={params.number} number={params.number} />
        ))}
    </PlainPage>
  )
}
