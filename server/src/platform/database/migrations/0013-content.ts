import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type OldBanner = {
  id: string
  url: string
  title: string
  subtitle: string
  jump_type: number
  jump_url: string
  login: number
}
type OldNotice = {
  id: string
  title: string
  content: string
  type: string
  link: string | null
  start_at: number | null
  end_at: number | null
}

const isoText = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The home content of a store that operators changed by SQL; null when the store has none. */
async function readOldHome(db: Kysely<unknown>) {
  const banners = await sql<OldBanner>`select * from banner order by position, id`.execute(db)
  const notices = await sql<OldNotice>`select * from notice order by position, id`.execute(db)
  const examples = await sql<{ name: string }>`select name from home_example order by position, name`.execute(db)
  if (banners.rows.length + notices.rows.length + examples.rows.length === 0) return null
  return {
    noticeList: notices.rows.map(({ id, title, content, type, link, start_at, end_at }) => {
      return { id, title, content, type, link, startAt: isoText(start_at), endAt: isoText(end_at) }
    }),
    bannerList: banners.rows.map(({ id, url, title, subtitle, jump_type, jump_url, login }) => {
      return { id, url, title, subtitle, jumpType: jump_type, jumpUrl: jump_url, login: login === 1 }
    }),
    examples: examples.rows.map(({ name }) => name),
  }
}

/** Replaces the tables of home content by versions of content, and adds the time of the newest import of each source. */
export const content: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('content_version')
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('content_version_key', ['place', 'version'])
      .execute()
    await db.schema
      .createTable('content_picture')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('jpeg', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()

    const home = await readOldHome(db)
    if (home !== null) {
      await sql`insert into content_version (place, version, content, author, created_at, reason)
        values ('home', 1, ${JSON.stringify(home)}, 'product', ${Date.now()}, '升级前的首页内容')`.execute(db)
    }
    for (const table of ['banner', 'notice', 'home_example']) await db.schema.dropTable(table).execute()

    await db.schema
      .createTable('source_import')
      .addColumn('source_id', 'text', (column) => column.primaryKey())
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into source_import (source_id, imported_at)
      select source_id, max(imported_at) from record_feed group by source_id`.execute(db)
  },
}
