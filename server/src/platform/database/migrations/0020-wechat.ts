import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Logins of the mini-program, and the operator's tokens at WeChat. */
export const wechat: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('wechat_link')
      .addColumn('openid_hmac', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().unique().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('linked_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('wechat_bind_token')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('openid_hmac', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('wechat_token')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('renewing_until', 'bigint', (column) => column.notNull())
      .execute()
    // Whether the ticket's call created the account: its exchange is then the first login.
    await db.schema
      .alterTable('external_ticket')
      .addColumn('is_first_login', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
