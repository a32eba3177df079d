import * as correction from '@baiqicha/contract/correction'
import * as z from 'zod/mini'
import plain from '../../domain/page/plain-page.module.css'
import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { type CorrectionParams, statusPath, subjectKey } from './correction-params.ts'
import { CorrectionReceiptView } from './correction-receipt.tsx'
import { CorrectionStatusView } from './correction-status.tsx'
import { SubjectForm } from './subject-form.tsx'

/** History state of the page after submission, so that back and forward show the receipt again. */
const receiptState = z.object({ receipt: correction.correctionReceiptSchema, companyId: z.string() })

/** The form of an objection (`companyId`), or the status of one (`number`). */
export function CorrectionPage({ params }: { params: Exclude<CorrectionParams, { show: 'overview' }> }) {
  const location = usePageLocation()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const sent = z.safeParse(receiptState, location.state)

  return (
    <>
      <BackBar title="帮助与反馈" line onBack={goBack} />
      <div className={plain.plain}>
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
      </div>
    </>
  )
}
