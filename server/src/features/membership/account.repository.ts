import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import type { UserAccountTable } from '../../platform/database/tables/account.ts'

export type LockedAccount = Pick<UserAccountTable, 'mobile' | 'vip_expire_at' | 'vip_source' | 'erase_at'>

/**
 * The account's row, held until the transaction ends: calls of one account are done one after the other, and it is not
 * erased meanwhile. SQLite writes one transaction at a time anyway. Undefined where there is no such account.
 */
export const lockAccount = (tx: Database, userId: string): Promise<LockedAccount | undefined> =>
  tx
    .selectFrom('user_account')
    .select(['mobile', 'vip_expire_at', 'vip_source', 'erase_at'])
    .where('id', '=', userId)
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
