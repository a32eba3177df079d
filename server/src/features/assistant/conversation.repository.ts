import type { Database } from '../../platform/database/database.ts'

export type ConversationRow = { id: string; title: string; updated_at: number; answers: number }

/** Conversations of one user; those of others are as if missing. */
export function createConversationRepository(db: Database) {
  const ownOf = (userId: string) => db.selectFrom('assistant_conversation').where('user_id', '=', userId)
  const rowsOf = (userId: string) =>
    ownOf(userId).select((row) => [
      'id',
      'title',
      'updated_at',
      row
        .selectFrom('assistant_answer')
        .select((answer) => answer.fn.countAll<number>().as('answers'))
        .whereRef('assistant_answer.conversation_id', '=', 'assistant_conversation.id')
        .$asScalar()
        .$notNull()
        .as('answers'),
    ])

  return {
    /** Newest first. */
    list: (userId: string, { offset, limit }: { offset: number; limit: number }): Promise<ConversationRow[]> =>
      rowsOf(userId).orderBy('updated_at', 'desc').orderBy('id').offset(offset).limit(limit).execute(),

    async count(userId: string): Promise<number> {
      const row = await ownOf(userId)
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return row?.count ?? 0
    },

    find: (userId: string, id: string): Promise<ConversationRow | undefined> =>
      rowsOf(userId).where('id', '=', id).executeTakeFirst(),

    /** Returns whether there was one. */
    async rename(userId: string, id: string, title: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('assistant_conversation')
        .set({ title, is_renamed: 1 })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Returns whether there was one. */
    async remove(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('assistant_conversation')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    removeAll: (userId: string): Promise<unknown> =>
      db.deleteFrom('assistant_conversation').where('user_id', '=', userId).execute(),
  }
}
export type ConversationRepository = ReturnType<typeof createConversationRepository>
