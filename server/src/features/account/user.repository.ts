import type { UserDetail } from '@baiqicha/contract/account'
import { maskMobile } from '../../domain/mask.ts'
import type { Database } from '../../platform/database/database.ts'
import type { UserAccountTable } from '../../platform/database/tables/account.ts'

const detailOf = (user: UserAccountTable): UserDetail => ({
  userId: user.id,
  phoneMasked: maskMobile(user.mobile),
  nickname: user.nickname,
  // Nobody can become a member yet.
  isVip: false,
  registeredAt: new Date(user.created_at).toISOString(),
})

export async function findUserDetail(db: Database, userId: string): Promise<UserDetail | null> {
  const user = await db.selectFrom('user_account').selectAll().where('id', '=', userId).executeTakeFirst()
  return user === undefined ? null : detailOf(user)
}

/** The account of a number whose owner has just proved it, made if there was none. */
export async function getOrCreateUser(
  tx: Database,
  fresh: { id: string; mobile: string; now: number },
): Promise<{ user: UserDetail; isNew: boolean }> {
  const created = await tx
    .insertInto('user_account')
    .values({ id: fresh.id, mobile: fresh.mobile, nickname: null, created_at: fresh.now })
    .onConflict((conflict) => conflict.column('mobile').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created !== undefined) return { user: detailOf(created), isNew: true }
  const known = await tx
    .selectFrom('user_account')
    .selectAll()
    .where('mobile', '=', fresh.mobile)
    .executeTakeFirstOrThrow()
  return { user: detailOf(known), isNew: false }
}
