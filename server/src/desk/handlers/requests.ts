import { reviewSentence } from '../../cli/admin/corrections.ts'
import { feedbackSentence } from '../../cli/admin/feedback.ts'
import { suppressionSentence } from '../../cli/admin/suppress.ts'
import { parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import { maskMobile } from '../../domain/masking/masking.ts'
import type { Result } from '../../domain/result.ts'
import type { CorrectionDetail, OpenCorrection, ReviewError } from '../../features/correction/review.service.ts'
import type { SuppressionError } from '../../features/correction/suppression.service.ts'
import type { FeedbackAdminError } from '../../features/feedback/feedback.admin.service.ts'
import {
  type ActionsOf,
  actionRefused,
  type DeskHandlers,
  type DeskServices,
  lastChange,
  showPicture,
} from '../desk-handlers.ts'

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
    'corrections examine': async ({ note, ...step }, operator) =>
      done(await reviews.examine({ ...step, note: note || null, operator }), step.number),
    'corrections decide': async ({ note, ...step }, operator) =>
      done(await reviews.decide({ ...step, note: note || null, operator }), step.number),
    'corrections reopen': async (step, operator) => done(await reviews.reopen({ ...step, operator }), step.number),
  }
}

/** Refusals because another operator was faster. */
const lateErrors: ReadonlySet<FeedbackAdminError['type']> = new Set(['closed', 'notClosed', 'taken', 'answered'])

export function createFeedbackHandlers(services: DeskServices): DeskHandlers<ActionsOf<'feedback'>> {
  const { feedbackAdmin } = services

  async function valueOf<T>(result: Result<T, FeedbackAdminError>, number: string): Promise<T> {
    if (result.ok) return result.value
    const { error } = result
    const sentence = error.type === 'closed' ? '该反馈已关闭，请先重新打开。' : feedbackSentence(error)
    const isLate = lateErrors.has(error.type)
    throw actionRefused(sentence + (isLate ? await lastChange(services, number) : ''))
  }

  async function done(result: Result<unknown, FeedbackAdminError>, number: string) {
    await valueOf(result, number)
    return {}
  }

  return {
    'feedback list': (query) => feedbackAdmin.list(query),
    async 'feedback show'({ number }) {
      const found = await feedbackAdmin.find(parseFollowUpNumber(number))
      if (found === null) throw actionRefused('没有这个编号。')
      return found
    },
    'feedback picture': (view, operator) => showPicture(services, 'feedback', view, operator),
    'feedback contact': async (step, operator) => ({
      contact: await valueOf(await feedbackAdmin.showContact({ ...step, operator }), step.number),
    }),
    'feedback take': async (step, operator) => done(await feedbackAdmin.take({ ...step, operator }), step.number),
    'feedback answer': async (step, operator) => done(await feedbackAdmin.answer({ ...step, operator }), step.number),
    'feedback withdraw': async (step, operator) =>
      done(await feedbackAdmin.withdraw({ ...step, operator }), step.number),
    'feedback close': async (step, operator) => done(await feedbackAdmin.close({ ...step, operator }), step.number),
    'feedback reopen': async (step, operator) => done(await feedbackAdmin.reopen({ ...step, operator }), step.number),
  }
}

export function createSuppressionHandlers({
  suppressions,
  auditLog,
}: DeskServices): DeskHandlers<ActionsOf<'suppress'>> {
  /** The added suppression; a refusal names the operator who added the same. @throws Refusal */
  async function addedOf<T>(added: Result<T, SuppressionError>): Promise<T> {
    if (added.ok) return added.value
    const { error } = added
    const last = error.type === 'suppressed' ? await lastChange({ auditLog }, error.id) : ''
    throw actionRefused(suppressionSentence(error) + last)
  }

  return {
    'suppress list': ({ after }) => suppressions.list(after),
    async 'suppress add'({ recordId, person, company, reason, dryRun }, operator) {
      const isRecord = recordId !== ''
      if (isRecord ? person + company !== '' : person === '' || company === '') {
        throw actionRefused('请填写记录 id，或人员姓名与企业。')
      }
      if (!dryRun && reason === '') throw actionRefused('请填写理由。')
      if (isRecord) {
        const record = await suppressions.findRecord(recordId)
        if (record === null) throw actionRefused('没有这条记录。')
        const traces = null
        if (dryRun) return { id: null, recordsHidden: record.isHidden ? 0 : 1, record, traces }
        return { ...(await addedOf(await suppressions.addRecord({ recordId, reason, operator }))), record, traces }
      }
      if (dryRun) {
        const found = await suppressions.findPerson({ person, company })
        if (!found.ok) throw actionRefused(suppressionSentence(found.error))
        return { id: null, recordsHidden: found.value.records.length, record: null, traces: found.value }
      }
      return { ...(await addedOf(await suppressions.addPerson({ person, company, reason, operator }))), record: null }
    },
    async 'suppress remove'({ id, reason }, operator) {
      if (!(await suppressions.remove({ id, reason, operator }))) {
        throw actionRefused(`没有这一条屏蔽。${await lastChange({ auditLog }, id)}`)
      }
      return {}
    },
  }
}
