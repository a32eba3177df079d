import { feedbackSentence } from '../../cli/admin/feedback.ts'
import { parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import type { Result } from '../../domain/result.ts'
import type { FeedbackAdminError } from '../../features/feedback/feedback.admin.service.ts'
import { type ActionsOf, type DeskHandlers, type DeskServices, lastChange, showPicture } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

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
    async 'feedback contact'({ number, reason }, operator) {
      const shown = await feedbackAdmin.showContact({ number, reason, operator })
      return { contact: await valueOf(shown, number) }
    },
    'feedback take': async ({ number }, operator) => done(await feedbackAdmin.take({ number, operator }), number),
    'feedback answer': async ({ number, text, readUntil }, operator) =>
      done(await feedbackAdmin.answer({ number, text, readUntil, operator }), number),
    'feedback withdraw': async ({ number }, operator) =>
      done(await feedbackAdmin.withdraw({ number, operator }), number),
    'feedback close': async ({ number, reason }, operator) =>
      done(await feedbackAdmin.close({ number, reason, operator }), number),
    'feedback reopen': async ({ number, reason }, operator) =>
      done(await feedbackAdmin.reopen({ number, reason, operator }), number),
  }
}
