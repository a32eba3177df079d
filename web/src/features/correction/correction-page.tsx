import * as correction from '@baiqicha/contract/correction'
import * as z from 'zod/mini'
import plain from '../../domain/plain-page.module.css'
import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { CorrectionOverview } from './correction-overview.tsx'
import { readCorrectionParams, statusPath, subjectKey } from './correction-params.ts'
import { CorrectionReceiptView } from './correction-receipt.tsx'
import { CorrectionStatusView } from './correction-status.tsx'
import { SubjectForm } from './subject-form.tsx'

/** History state of the page after submission, so that back and forward show the receipt again. */
const receiptState = z.object({ receipt: correction.correctionReceiptSchema, companyId: z.string() })

/** `/user/feedback`: the form (`companyId`), the status of an objection (`number`), or the overview. */
export function CorrectionPage() {
  const location = usePageLocation()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const params = readCorrectionParams(new URLSearchParams(location.search))
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
        {params.show === 'overview' && <CorrectionOverview />}
      </div>
    </>
  )
}
