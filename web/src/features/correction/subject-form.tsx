import type { CorrectionReceipt } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import { companyPath } from '../../domain/company/company-path.ts'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { describeError } from '../../platform/api/messages.ts'
import { Button } from '../../ui/button.tsx'
import { DemoStrip } from '../../ui/demo-strip.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import styles from './correction-form.module.css'
import { CorrectionForm } from './correction-form.tsx'
import type { SubjectParams } from './correction-params.ts'
import { useSubjectQuery } from './correction-queries.ts'

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

type Props = { subject: SubjectParams; onSent: (receipt: CorrectionReceipt) => void }

/** Form of a subject, after the subject is loaded. */
export function SubjectForm({ subject, onSent }: Props) {
  const { data, error, refetch } = useSubjectQuery(subject)
  if (data !== undefined) {
    return (
      <>
        {data.isDemo && <DemoStrip />}
        <CorrectionForm subject={data} params={subject} onSent={onSent} />
      </>
    )
  }
  if (error === null) return <SkeletonGroups groups={placeholder} className={styles.loading} />
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
