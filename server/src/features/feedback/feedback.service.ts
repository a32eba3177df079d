import { type FeedbackItem, type FeedbackThread, parseFeedbackContact } from '@baiqicha/contract/feedback'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { ParsedInput } from '@baiqicha/contract/routes'
import type { Clock } from '../../domain/clock.ts'
import { newFollowUpNumber, parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import { maskNumbersIn } from '../../domain/masking/masking.ts'
import type { Random } from '../../domain/random.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import type { FeedbackTable } from '../../platform/database/tables/submission.ts'
import { captchaWrong, noSession, Refusal } from '../../platform/http/refusal.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { ownerOfUser, type UploadService } from '../../platform/uploads/upload.service.ts'
import { addEntry, findFeedback, findThread, itemOf, lockFeedback } from './feedback.repository.ts'
import { priorityOf, SAME_TEXT_MS, stateAfter } from './feedback-state.rules.ts'

/** A user, or a visitor by the address of the call. */
export type FeedbackSender = { userId: string | null; address: string }

export type NewFeedback = ParsedInput<'saveFeedback'>

type FeedbackDeps = {
  db: Database
  clock: Clock
  random: Random
  hmac: Hmac
  limiter: Limiter
  /** Whether the answer to the captcha was right; the captcha is used up. */
  consumeCaptcha: (captchaId: string, answer: string) => Promise<boolean>
  uploads: Pick<UploadService, 'use'>
}

const LISTED = 100

const notFound = () => new Refusal({ code: resultCode.notFound, message: '未找到该编号，请核对后重试' })
const closed = () => new Refusal({ code: resultCode.feedbackClosed, message: '该反馈已关闭，请提交新的反馈' })
const pictureUnfit = (message: string) => new Refusal({ code: resultCode.pictureUnfit, message })

/** What a sender does with feedback. */
export function createFeedbackService(deps: FeedbackDeps) {
  const { db, clock, random, hmac, limiter, consumeCaptcha, uploads } = deps

  /** Spends the limit of the sender, and gives it back unless `work` returns something new. */
  async function limited<T>(
    { userId, address }: FeedbackSender,
    work: () => Promise<{ value: T; isNew: boolean }>,
  ): Promise<T> {
    const taken = await takeOrRefuse(limiter, [
      userId === null
        ? { limit: 'feedbackPerVisitorAddress', subject: address }
        : { limit: 'feedbackPerUser', subject: userId },
    ])
    let isNew = false
    try {
      const done = await work()
      isNew = done.isNew
      return done.value
    } finally {
      if (!isNew) await limiter.giveBack(taken)
    }
  }

  /** Key of a text that this sender sent to a thread; a new thread has no number yet. */
  const repeatKey = ({ userId, address }: FeedbackSender, number: string, content: string) =>
    hmac('feedback-repeat', userId ?? `address ${address}`, number, content)

  async function findRepeated(of: Database, key: string): Promise<string | null> {
    const now = clock.now()
    const repeated = await of
      .selectFrom('feedback_repeat')
      .select('number')
      .where('key', '=', key)
      .where('at', '>', now - SAME_TEXT_MS)
      .where('at', '<=', now)
      .executeTakeFirst()
    return repeated?.number ?? null
  }

  /** Stores the text as sent. False: it was sent within the last minutes; a concurrent call waits for the first. */
  async function claimText(tx: Database, key: string, number: string): Promise<boolean> {
    const now = clock.now()
    return tx
      .insertInto('feedback_repeat')
      .values({ key, number, at: now })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ number, at: now })
          .where((of) =>
            of.or([of('feedback_repeat.at', '<=', now - SAME_TEXT_MS), of('feedback_repeat.at', '>', now)]),
          ),
      )
      .$call(changesRow)
  }

  async function requireCaptcha({ captchaId, captchaCode }: NewFeedback) {
    // The page of a visitor always sends a captcha: without one the session has ended.
    if (captchaId === undefined || captchaCode === undefined) throw noSession()
    if (!(await consumeCaptcha(captchaId, captchaCode))) throw captchaWrong()
  }

  /** null: a concurrent call stored the same text first. */
  const store = ({ userId }: FeedbackSender, feedback: NewFeedback, key: string) =>
    db.transaction().execute(async (tx) => {
      const { kind, imageIds, contact, context } = feedback
      const now = clock.now()
      const number = newFollowUpNumber('FB', random, now)
      if (!(await claimText(tx, key, number))) return null
      await tx
        .insertInto('feedback')
        .values({
          number,
          kind,
          priority: priorityOf(kind),
          state: '已提交',
          user_id: userId,
          contact: parseFeedbackContact(contact),
          context: context === '' ? null : maskNumbersIn(context),
          content: maskNumbersIn(feedback.content),
          created_at: now,
          answered_at: null,
          closed_at: null,
          is_unread: 0,
        })
        .execute()
      if (userId !== null && !(await uploads.use(tx, ownerOfUser(userId), imageIds, number))) {
        throw pictureUnfit('图片已失效，请重新上传')
      }
      return number
    })

  /** Feedback of the user, or of a visitor, who needs only its number. @throws Refusal */
  async function requireFeedback({ userId, address }: FeedbackSender, typed: string): Promise<FeedbackTable> {
    const row = await findFeedback(db, parseFollowUpNumber(typed))
    if (row !== undefined && row.user_id !== null && row.user_id === userId) return row
    // A foreign number spends what a missing one spends.
    await takeOrRefuse(limiter, [{ limit: 'correctionLooksPerAddress', subject: address }])
    if (row === undefined || row.user_id !== null) throw notFound()
    return row
  }

  /** False: the same text was appended within the last minutes. @throws Refusal */
  const storeAddition = (number: string, content: string, key: string) =>
    db.transaction().execute(async (tx) => {
      const row = await lockFeedback(tx, number)
      if (row === undefined) throw notFound()
      const state = stateAfter('append', row.state)
      if (!state.ok) throw closed()
      if (!(await claimText(tx, key, number))) return false
      await addEntry(tx, random, row, { at: clock.now(), author: 'user', content: maskNumbersIn(content) })
      await tx.updateTable('feedback').set({ state: state.value }).where('number', '=', number).execute()
      return true
    })

  return {
    /** Stores feedback and returns its number. A repeated text returns the first number. @throws Refusal */
    async save(sender: FeedbackSender, feedback: NewFeedback): Promise<string> {
      const key = repeatKey(sender, '', feedback.content)
      // Before the captcha, which the first call used up.
      const repeated = await findRepeated(db, key)
      if (repeated !== null) return repeated
      if (sender.userId === null) {
        if (feedback.imageIds.length > 0) throw pictureUnfit('登录后可添加图片')
        await requireCaptcha(feedback)
      }
      return limited(sender, async () => {
        const number = await store(sender, feedback, key)
        if (number !== null) return { value: number, isNew: true }
        const first = await findRepeated(db, key)
        if (first === null) throw new Error('the repeated feedback was not found')
        return { value: first, isNew: false }
      })
    },

    /** The newest 100, newest first. */
    async listOf(userId: string): Promise<FeedbackItem[]> {
      const rows = await db
        .selectFrom('feedback')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('number')
        .limit(LISTED)
        .execute()
      return rows.map(itemOf)
    },

    /** Returns a thread and marks its answers as read. @throws Refusal for an unknown number and one of another user */
    async open(sender: FeedbackSender, typed: string): Promise<FeedbackThread> {
      const row = await requireFeedback(sender, typed)
      // Before the entries are read: an answer that arrives in between stays unread.
      if (row.is_unread === 1) {
        await db.updateTable('feedback').set({ is_unread: 0 }).where('number', '=', row.number).execute()
      }
      return findThread(db, row)
    },

    /** Adds a message to a thread. A repeated text changes nothing. @throws Refusal */
    async append(sender: FeedbackSender, addition: { number: string; content: string }): Promise<FeedbackThread> {
      const { number, state } = await requireFeedback(sender, addition.number)
      if (state === '已关闭') throw closed()
      const key = repeatKey(sender, number, addition.content)
      if ((await findRepeated(db, key)) === null) {
        await limited(sender, async () => ({ value: null, isNew: await storeAddition(number, addition.content, key) }))
      }
      const row = await findFeedback(db, number)
      if (row === undefined) throw notFound()
      return findThread(db, row)
    },
  }
}
export type FeedbackService = ReturnType<typeof createFeedbackService>
