import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** Records of every kind, the statements of their sources, and objections to them. */
export const records: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = isPostgres(db)
    // Keys sort by code point in both databases.
    const key = postgres ? sql`text collate "C"` : sql`text`
    // SQLite stores the rows of these tables in the order of their key, without a second B-tree.
    const inKeyOrder = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
      postgres ? table : table.modifyEnd(sql`without rowid`)

    // The ids are hashes: SQLite appends rows of this size, and only the ids go into a B-tree.
    await db.schema
      .createTable('record')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addColumn('as_of', 'text')
      .addColumn('source_url', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('standing', 'text', (column) => column.notNull())
      .addColumn('published_on', 'text')
      .addColumn('display_until', 'text')
      .addColumn('removed_on', 'text')
      .addColumn('removed_reason', 'text')
      .addColumn('disputed_at', 'bigint')
      .addColumn('is_hidden', 'smallint', (column) => column.notNull())
      .addColumn('subjects', 'text', (column) => column.notNull())
      .addColumn('about', 'text')
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('is_demo', 'smallint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('record_source')
      .addColumn('record_id', key, (column) => column.notNull())
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addColumn('as_of', 'text')
      .addColumn('source_url', 'text')
      .addColumn('statement', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('record_source_key', ['record_id', 'source_id'])
      .execute()

    await inKeyOrder(
      db.schema
        .createTable('record_subject')
        .addColumn('subject_key', key, (column) => column.notNull())
        .addColumn('kind', key, (column) => column.notNull())
        .addColumn('record_id', key, (column) => column.notNull())
        .addColumn('identity', 'text')
        .addColumn('severity', 'smallint', (column) => column.notNull())
        .addColumn('standing', 'text', (column) => column.notNull())
        .addColumn('published_on', 'text')
        .addColumn('display_until', 'text')
        .addColumn('removed_on', 'text')
        .addColumn('is_disputed', 'smallint', (column) => column.notNull())
        .addColumn('is_hidden', 'smallint', (column) => column.notNull())
        .addColumn('facets', 'text', (column) => column.notNull())
        .addColumn('cases', 'text', (column) => column.notNull())
        .addColumn('sort_value', 'double precision')
        .addPrimaryKeyConstraint('record_subject_key', ['subject_key', 'kind', 'record_id']),
    ).execute()

    await inKeyOrder(
      db.schema
        .createTable('subject_name')
        .addColumn('name_key', key, (column) => column.notNull())
        .addColumn('subject_key', key, (column) => column.notNull())
        .addPrimaryKeyConstraint('subject_name_key', ['name_key', 'subject_key']),
    ).execute()

    await db.schema
      .createTable('record_feed')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addColumn('as_of', 'text')
      .addColumn('is_demo', 'smallint', (column) => column.notNull())
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('record_feed_key', ['kind', 'source_id'])
      .execute()

    // Rows that the law excludes from publication, and the newest as-of that was read.
    await db.schema
      .alterTable('import_run')
      .addColumn('not_kept', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('import_run').addColumn('as_of', 'text').execute()

    // One row: a counter of changes.
    await db.schema
      .createTable('record_revision')
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into record_revision (revision) values (0)`.execute(db)

    await db.schema
      .createTable('suppression')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('record_id', key)
      .addColumn('person_name', 'text')
      .addColumn('subject_key', key)
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('suppression_record').on('suppression').column('record_id').execute()
    await db.schema.createIndex('suppression_subject').on('suppression').column('subject_key').execute()

    await db.schema
      .createTable('correction')
      .addColumn('number', key, (column) => column.primaryKey())
      .addColumn('company_id', key, (column) => column.notNull())
      .addColumn('record_kind', 'text')
      .addColumn('record_id', key)
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('company_name', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('statement', 'text', (column) => column.notNull())
      .addColumn('claimant', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('mobile', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('note', 'text')
      .addColumn('is_shielding', 'smallint', (column) => column.notNull())
      .addColumn('submitted_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('decided_at', 'bigint')
      .execute()
    await db.schema.createIndex('correction_record').on('correction').column('record_id').execute()
    // At most one open objection per person and subject, also for concurrent submissions.
    await sql`create unique index correction_open
      on correction (coalesce(user_id, mobile), company_id, coalesce(record_kind, ''), coalesce(record_id, ''))
      where state <> '已办结'`.execute(db)
    await db.schema.createIndex('correction_user').on('correction').columns(['user_id', 'submitted_at']).execute()
    await db.schema.createIndex('correction_mobile').on('correction').column('mobile').execute()
    await db.schema.createIndex('correction_state').on('correction').columns(['state', 'due_at']).execute()

    await db.schema
      .createTable('correction_step')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('correction_number', key, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('note', 'text')
      .addColumn('actor', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('correction_step_of')
      .on('correction_step')
      .columns(['correction_number', 'at'])
      .execute()

    await db.schema
      .createTable('upload')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('correction_number', key)
      .execute()
    await db.schema.createIndex('upload_unused').on('upload').columns(['correction_number', 'created_at']).execute()

    await db.schema
      .createTable('contact_proof')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('mobile', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('update_request')
      .addColumn('company_id', key, (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('done_at', 'bigint')
      .addPrimaryKeyConstraint('update_request_key', ['company_id', 'user_id'])
      .execute()

    // The correction, suppression or company of an operator's step.
    await db.schema.alterTable('audit_event').addColumn('subject', 'text').execute()
  },
}
