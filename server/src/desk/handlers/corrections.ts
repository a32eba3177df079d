import { reviewSentence } from '../../cli/admin/corrections.ts'
import { parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import { maskMobile } from '../../domain/masking/masking.ts'
import type { Result } from '../../domain/result.ts'
import type { CorrectionDetail, OpenCorrection, ReviewError } from '../../features/correction/review.service.ts'
import { type ActionsOf, type DeskHandlers, type DeskServices, lastChange, showPicture } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

const itemOf = (row: OpenCorrection) => ({
  number: row.number,
  state: row.state,
  result: row.result,
  reason: row.reason,
  title: row.title,
  companyName: row.company_name,
  dueAt: row.due_at,
  isOverdue: row.isOverdue,
})

const applicantOf = ({ user_id, mobile }: CorrectionDetail) =>
  mobile !== null ? maskMobile(mobile) : user_id === null ? null : `用户 ${user_id}`

const detailOf = (row: CorrectionDetail) => ({
  ...itemOf(row),
  companyId: row.company_id,
  recordId: row.record_id,
  columns: row.columns,
  company: row.company,
  claimant: row.claimant,
  applicant: applicantOf(row),
  content: row.content,
  statement: row.statement,
  note: row.note,
  isShielding: row.is_shielding === 1,
  submittedAt: row.submitted_at,
  decidedAt: row.decided_at,
  steps: row.steps,
  evidence: row.evidence,
})

export function createCorrectionHandlers(services: DeskServices): DeskHandlers<ActionsOf<'corrections'>> {
  const { reviews } = services

  async function done(result: Result<null, ReviewError>, number: string) {
    if (result.ok) return {}
    const { error } = result
    if (error.type === 'noNote') throw actionRefused('维持或无法确认，须填写理由。')
    const isLate = error.type === 'decided' || error.type === 'open'
    throw actionRefused(reviewSentence(error) + (isLate ? await lastChange(services, number) : ''))
  }

  return {
    async 'corrections list'(query) {
      const { items, ...page } = await reviews.page(query)
      return { ...page, items: items.map(itemOf) }
    },
    async 'corrections show'({ number }) {
      const found = await reviews.find(parseFollowUpNumber(number))
      if (found === null) throw actionRefused('没有这个编号。')
      return detailOf(found)
    },
    'corrections picture': (view, operator) => showPicture(services, 'correction', view, operator),
    async 'corrections examine'({ number, note }, operator) {
      return done(await reviews.examine({ number, note: note || null, operator }), number)
    },
    async 'corrections decide'({ number, result, note, staysHidden }, operator) {
      return done(await reviews.decide({ number, result, note: note || null, staysHidden, operator }), number)
    },
    async 'corrections reopen'({ number, reason }, operator) {
      return done(await reviews.reopen({ number, reason, operator }), number)
    },
  }
}
