import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const ofUser = <T extends string>(table: CreateTableBuilder<T>) =>
  table.addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))

/** Passwords, partner tickets, membership and consent. */
export const credentialsAndMembership: Migration = {
  async up(db: Kysely<unknown>) {
    // SQLite adds one column per statement.
    const account = db.schema.alterTable('user_account')
    await account.addColumn('password_hash', 'text').execute()
    await account.addColumn('vip_expire_at', 'bigint').execute()
    await account.addColumn('vip_source', 'text').execute()
    await account.addColumn('erase_at', 'bigint').execute()
    await db.schema.createIndex('user_account_erase').on('user_account').column('erase_at').execute()

    // Existing sessions have no id: drop them, so that their users sign in again.
    await db.schema.dropTable('session').execute()
    await ofUser(db.schema.createTable('session'))
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('source', 'text')
      .addColumn('device_type', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('fr', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('session_user').on('session').columns(['user_id', 'created_at']).execute()
    await db.schema.createIndex('session_expiry').on('session').column('expires_at').execute()

    await ofUser(db.schema.createTable('user_choice'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('choice_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_choice_key', ['user_id', 'kind', 'choice_id'])
      .execute()

    // These two tables outlive the account, so they do not reference it.
    await db.schema
      .createTable('gift_grant')
      .addColumn('mobile_seal', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('granted_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('consent')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('agreement_version', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('device_type', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('consent_user').on('consent').columns(['user_id', 'at']).execute()

    await db.schema
      .createTable('external_ticket')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('mobile', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('partner_nonce')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('partner_nonce_key', ['source', 'nonce'])
      .execute()
    for (const table of ['external_ticket', 'partner_nonce'] as const) {
      await db.schema.createIndex(`${table}_expiry`).on(table).column('expires_at').execute()
    }
  },
}
