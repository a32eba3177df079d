import { QUESTIONS_PER_DAY, QUESTIONS_PER_HOUR } from '@baiqicha/contract/assistant'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export type QuotaPeriod = 'day' | 'hour'
export type QuotaState = {
  limit: number
  left: number
  /** When the next question is given back. */
  resetsAt: number
  /** Why none may be asked now; null: one may. */
  exhausted: { period: QuotaPeriod; waitMs: number } | null
}

/** Counts questions by user within 24 hours and within one. A table, not a token bucket, as for contacts. */
export function createQuestionQuota({ clock }: { clock: Clock }) {
  return {
    async stateOf(db: Database, userId: string, level: keyof typeof QUESTIONS_PER_DAY): Promise<QuotaState> {
      const now = clock.now()
      const uses = await db
        .selectFrom('assistant_use')
        .select('at')
        .where('user_id', '=', userId)
        .where('at', '>', now - DAY)
        .orderBy('at')
        .execute()
      const times = uses.map(({ at }) => at)
      const limit = QUESTIONS_PER_DAY[level]
      const left = Math.max(0, limit - times.length)
      const resetsAt = Math.min(now, times[0] ?? now) + DAY
      const inHour = times.filter((at) => at > now - HOUR)
      const [firstOfHour] = inHour.slice(-QUESTIONS_PER_HOUR)
      // A level that ended leaves more uses than its limit: the next question waits until fewer remain.
      const freeing = times.at(-limit) ?? now
      const exhausted =
        left === 0
          ? { period: 'day' as const, waitMs: Math.min(DAY, freeing + DAY - now) }
          : inHour.length >= QUESTIONS_PER_HOUR
            ? { period: 'hour' as const, waitMs: Math.min(HOUR, (firstOfHour ?? now) + HOUR - now) }
            : null
      return { limit, left, resetsAt: exhausted?.period === 'day' ? now + exhausted.waitMs : resetsAt, exhausted }
    },

    /** `tx` has locked the account. */
    take: (tx: Database, { userId, answerId }: { userId: string; answerId: string }) =>
      tx.insertInto('assistant_use').values({ answer_id: answerId, user_id: userId, at: clock.now() }).execute(),

    giveBack: (tx: Database, answerIds: readonly string[]) =>
      answerIds.length === 0
        ? Promise.resolve([])
        : tx
            .deleteFrom('assistant_use')
            .where('answer_id', 'in', [...answerIds])
            .execute(),

    removeOld: (db: Database) =>
      db
        .deleteFrom('assistant_use')
        .where('at', '<', clock.now() - DAY)
        .execute(),
  }
}
export type QuestionQuota = ReturnType<typeof createQuestionQuota>
