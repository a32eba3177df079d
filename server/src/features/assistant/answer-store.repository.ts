import { CONVERSATION_DAYS, CONVERSATIONS_PER_USER } from '@baiqicha/contract/assistant'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AssistantAnswerTable } from '../../platform/database/tables/assistant.ts'
import { answerNotFound } from './assistant.refusals.ts'
import { type EarlierTurn } from './pipeline.ts'
import type { QuestionQuota } from './question-quota.repository.ts'
import { INTERRUPTED, LOST_AFTER_MS, readContent } from './stored-answer.ts'

const DAY = 86_400_000
/** Earlier turns that a question may refer to. */
const EARLIER_TURNS = 6
/** Answers of a conversation that are read at once. */
const ANSWERS_READ = 200
/** Title of a conversation until its first answer. */
const NEW_TITLE = '新对话'

const unfinished = sql.lit('生成中' as const)

export type StoredEnd = Pick<AssistantAnswerTable, 'status' | 'content' | 'evidence' | 'message'>

/** Conversations and answers. Functions with `tx` run in a transaction that has locked the account. */
export function createAnswerStore({ db, clock, quota }: { db: Database; clock: Clock; quota: QuestionQuota }) {
  return {
    /** Marks unfinished answers of stopped servers as failed, and gives their questions back. */
    async failLost(tx: Database, userId?: string): Promise<void> {
      const lost = await tx
        .updateTable('assistant_answer')
        .set({ status: '失败', message: INTERRUPTED })
        .where('status', '=', unfinished)
        .where('asked_at', '<=', clock.now() - LOST_AFTER_MS)
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
        .returning('id')
        .execute()
      const ids = lost.map(({ id }) => id)
      await quota.giveBack(tx, ids)
    },

    async isAnswering(tx: Database, userId: string): Promise<boolean> {
      const row = await tx
        .selectFrom('assistant_answer')
        .select('id')
        .where('user_id', '=', userId)
        .where('status', '=', unfinished)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async ownsConversation(of: Database, userId: string, id: string): Promise<boolean> {
      const row = await of
        .selectFrom('assistant_conversation')
        .select('id')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Adds a conversation, and deletes the oldest ones beyond the limit. */
    async addConversation(tx: Database, { id, userId }: { id: string; userId: string }): Promise<void> {
      const now = clock.now()
      await tx
        .insertInto('assistant_conversation')
        .values({ id, user_id: userId, title: NEW_TITLE, is_renamed: 0, updated_at: now })
        .execute()
      const others = tx.selectFrom('assistant_conversation').where('user_id', '=', userId).where('id', '<>', id)
      const newestFirst = others.select('id').orderBy('updated_at', 'desc').orderBy('id')
      const beyond = newestFirst.limit(10_000).offset(CONVERSATIONS_PER_USER - 1)
      await tx.deleteFrom('assistant_conversation').where('id', 'in', beyond).execute()
    },

    async addAnswer(
      tx: Database,
      answer: Pick<AssistantAnswerTable, 'id' | 'conversation_id' | 'user_id' | 'question'>,
    ): Promise<void> {
      const now = clock.now()
      await tx
        .insertInto('assistant_answer')
        .values({ ...answer, asked_at: now, status: '生成中' })
        .execute()
      await tx
        .updateTable('assistant_conversation')
        .set({ updated_at: now })
        .where('id', '=', answer.conversation_id)
        .execute()
    },

    /** Completed and stopped answers of a conversation, oldest first. */
    async earlierTurns(of: Database, conversationId: string): Promise<EarlierTurn[]> {
      const rows = await of
        .selectFrom('assistant_answer')
        .select(['question', 'content'])
        .where('conversation_id', '=', conversationId)
        .where('status', 'in', ['完成', '已停止'])
        .orderBy('asked_at', 'desc')
        .orderBy('id')
        .limit(EARLIER_TURNS)
        .execute()
      return rows.toReversed().map(({ question, content }) => ({ question, companies: readContent(content).companies }))
    },

    /** Stores the end of an answer, unless it has ended or was deleted meanwhile. Returns whether it was stored. */
    async finish(tx: Database, { id, end, counts }: { id: string; end: StoredEnd; counts: boolean }): Promise<boolean> {
      const stored = await tx
        .updateTable('assistant_answer')
        .set(end)
        .where('id', '=', id)
        .where('status', '=', unfinished)
        .returning('id')
        .executeTakeFirst()
      if (!counts) await quota.giveBack(tx, [id])
      return stored !== undefined
    },

    /** Titles a conversation by its first answer, unless the user has named it. */
    async title(tx: Database, conversationId: string, title: string): Promise<void> {
      await tx
        .updateTable('assistant_conversation')
        .set({ title })
        .where('id', '=', conversationId)
        .where('is_renamed', '=', 0)
        .where('title', '=', NEW_TITLE)
        .execute()
    },

    /** @throws Refusal for an unknown answer and one of another user */
    async requireOwn(of: Database, userId: string, id: string): Promise<AssistantAnswerTable> {
      const rows = of.selectFrom('assistant_answer').selectAll().where('id', '=', id).where('user_id', '=', userId)
      const row = await rows.executeTakeFirst()
      if (row === undefined) throw answerNotFound()
      return row
    },

    find: (of: Database, id: string) =>
      of.selectFrom('assistant_answer').selectAll().where('id', '=', id).executeTakeFirst(),

    remove: (tx: Database, id: string) => tx.deleteFrom('assistant_answer').where('id', '=', id).execute(),

    /** Newest answers of a conversation, oldest first. */
    async listAnswers(conversationId: string): Promise<AssistantAnswerTable[]> {
      const rows = await db
        .selectFrom('assistant_answer')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .orderBy('asked_at', 'desc')
        .orderBy('id', 'desc')
        .limit(ANSWERS_READ)
        .execute()
      return rows.toReversed()
    },

    judge: (
      id: string,
      judgement: Pick<AssistantAnswerTable, 'is_useful' | 'useless_reason' | 'useless_text'>,
    ): Promise<unknown> => db.updateTable('assistant_answer').set(judgement).where('id', '=', id).execute(),

    /** Deletes conversations without a question for half a year. */
    removeOld: (): Promise<unknown> =>
      db
        .deleteFrom('assistant_conversation')
        .where('updated_at', '<', clock.now() - CONVERSATION_DAYS * DAY)
        .execute(),
  }
}
export type AnswerStore = ReturnType<typeof createAnswerStore>
