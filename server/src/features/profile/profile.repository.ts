import type { Database } from '../../platform/database/database.ts'

export interface ProfileRepository {
  /** null deletes the nickname. False when there is no such account. */
  saveNickname(userId: string, nickname: string | null): Promise<boolean>
}

export const createProfileRepository = (db: Database): ProfileRepository => ({
  async saveNickname(userId, nickname) {
    const { numUpdatedRows } = await db
      .updateTable('user_account')
      .set({ nickname })
      .where('id', '=', userId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})
