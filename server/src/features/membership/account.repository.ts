import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import type { UserAccountTable } from '../../platform/database/tables/account.ts'

export type LockedAccount = Pick<UserAccountTable, 'mobile' | 'vip_expire_at' | 'vip_source' | 'erase_at'>

/**
 * Locks the account until the end of the transaction, so that its calls run one after the other and it is not erased
 * meanwhile; undefined when there is none. SQLite needs no lock, because it runs one write transaction at a time.
 */
export const lockAccount = (tx: Database, userId: string): Promise<LockedAccount | undefined> =>
  tx
    .selectFrom('user_account')
    .select(['mobile', 'vip_expire_at', 'vip_source', 'erase_at'])
    .where('id', '=', userId)
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
