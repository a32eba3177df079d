import { CorrectionOverview } from '../features/correction/correction-overview.tsx'
import { CorrectionPage } from '../features/correction/correction-page.tsx'
import { readCorrectionParams } from '../features/correction/correction-params.ts'
import { FeedbackPage } from '../features/feedback/feedback-page.tsx'
import { readFeedbackParams } from '../features/feedback/feedback-params.ts'
import { usePageLocation } from '../platform/navigation/page.tsx'

/** 帮助与反馈: feedback and objections share one address. */
export function HelpPage() {
  const query = new URLSearchParams(usePageLocation().search)
  const feedback = readFeedbackParams(query)
  const correction = readCorrectionParams(query)
  if (feedback.show !== 'thread' && correction.show !== 'overview') return <CorrectionPage params={correction} />
  return <FeedbackPage params={feedback} corrections={<CorrectionOverview />} />
}
