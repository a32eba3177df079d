import type { ChoiceKind } from '../../domain/account/membership-rules.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockAccount } from './account.repository.ts'

/** Replaces the choices of one kind, in the given order. The caller has locked the account. */
export async function replaceChoices(tx: Database, userId: string, kind: ChoiceKind, ids: readonly string[]) {
  await tx.deleteFrom('user_choice').where('user_id', '=', userId).where('kind', '=', kind).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('user_choice')
    .values(ids.map((choice_id, position) => ({ user_id: userId, kind, choice_id, position })))
    .execute()
}

export interface ChoiceRepository {
  /** Replaces the choices of one kind; an empty list deletes them. False when there is no such account. */
  save(userId: string, kind: ChoiceKind, ids: readonly string[]): Promise<boolean>
}

export const createChoiceRepository = (db: Database): ChoiceRepository => ({
  save: (userId, kind, ids) =>
    db.transaction().execute(async (tx) => {
      if ((await lockAccount(tx, userId)) === undefined) return false
      await replaceChoices(tx, userId, kind, ids)
      return true
    }),
})
