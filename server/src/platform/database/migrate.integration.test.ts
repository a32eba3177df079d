import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { factColumnTypes } from '../../domain/company/fact-columns.ts'
import type { Database } from './database.ts'
import { isPostgres } from './dialect.ts'
import { createMigrator, migrate } from './migrate.ts'
import { contacts } from './migrations/0014-contacts.ts'
import { openDatabase } from './open-database.ts'

const openEmpty = {
  sqlite: async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-test-'))
    const database = openDatabase({ dataDir })
    onTestFinished(async () => {
      await database.close()
      await rm(dataDir, { recursive: true })
    })
    return database.db
  },
  postgres: async () => {
    const serverUrl = inject('postgresUrl')
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    const server = openDatabase({ databaseUrl: serverUrl, dataDir: tmpdir() }, { statementLimit: null })
    await sql`create database ${sql.id(name)}`.execute(server.db)
    const database = openDatabase({ databaseUrl: url.href, dataDir: tmpdir() }, { statementLimit: null })
    onTestFinished(async () => {
      await database.close()
      await sql`drop database ${sql.id(name)} with (force)`.execute(server.db)
      await server.close()
    })
    return database.db
  },
}

async function migrateTo(db: Database, name: string) {
  const { error } = await createMigrator(db).migrateTo(name)
  expect(error).toBeUndefined()
}

/** One row in each table that migration 0006 renames or changes. */
async function insertRowsOf0005(db: Database) {
  for (const statement of [
    `insert into company (id, name, name_key, matched_by, phones, other_origins, prominence, is_listed, is_demo, created_at, updated_at)
      values ('c-1', '演示', '演示', 'name', '[]', '{}', 1, 0, 1, 1, 1)`,
    `insert into company_told_name (name_key, company_id) values ('旧名', 'c-1')`,
    `insert into company_part (id, company_id, content) values ('p-1', 'c-1', '{"scope":"\\"toldNames\\":","toldNames":["旧名"]}')`,
    `insert into waiting_row (slot, digest, content) values ('demo\nk1', 'd', '{}')`,
    `insert into taken_list (id, conditions, generation) values ('l', 'c', 1)`,
    `insert into taken_rows (list_id, generation, from_row, fingerprints) values ('l', 1, 0, 'f')`,
    `insert into source_correction (source_id, times) values ('demo', 2)`,
    `insert into import_run (id, file_name, state, rows_read, created, changed, unchanged, waiting, rejected, not_kept, rejects_bytes, started_at, updated_at)
      values ('i', 'f', 'done', 6, 1, 0, 0, 2, 0, 3, 0, 1, 1)`,
    `insert into gift_grant (mobile_seal, user_id, granted_at) values ('m', 'u', 1)`,
    `insert into sms_code (mobile, scene, code_seal, guesses_left, expires_at) values ('1', 'login', 's', 3, 1)`,
    `insert into captcha (id, answer_seal, expires_at) values ('c', 'a', 1)`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}

describe.each(['sqlite', 'postgres'] as const)('migrating a store (%s)', (kind) => {
  it('keeps the rows of tables and columns that are renamed', async () => {
    const db = await openEmpty[kind]()
    await migrateTo(db, '0005-records')
    await insertRowsOf0005(db)
    await migrate(db)
    const [known, parts, pending, lists, batches, restatements, runs, grants, codes, captchas] = await Promise.all([
      db.selectFrom('company_known_name').selectAll().execute(),
      db.selectFrom('company_part').select('content').execute(),
      db.selectFrom('pending_row').selectAll().execute(),
      db.selectFrom('row_fingerprint_list').selectAll().execute(),
      db.selectFrom('row_fingerprint_batch').selectAll().execute(),
      db.selectFrom('source_restatement').selectAll().execute(),
      db.selectFrom('import_run').select(['pending', 'excluded']).execute(),
      db.selectFrom('gift_grant').select('mobile_hmac').execute(),
      db.selectFrom('sms_code').select('code_hmac').execute(),
      db.selectFrom('captcha').select('answer_hmac').execute(),
    ])
    expect(known).toEqual([{ name_key: '旧名', company_id: 'c-1' }])
    expect(parts.map(({ content }) => JSON.parse(content))).toEqual([{ scope: '"toldNames":', knownNames: ['旧名'] }])
    expect(pending).toEqual([{ lookup_key: 'demo\nk1', digest: 'd', content: '{}' }])
    expect(lists).toEqual([{ id: 'l', conditions: 'c', generation: 1 }])
    expect(batches).toEqual([{ list_id: 'l', generation: 1, from_row: 0, fingerprints: 'f' }])
    expect(restatements).toEqual([{ source_id: 'demo', times: 2 }])
    expect(runs).toEqual([{ pending: 2, excluded: 3 }])
    expect([grants, codes, captchas]).toEqual([[{ mobile_hmac: 'm' }], [{ code_hmac: 's' }], [{ answer_hmac: 'a' }]])
  })

  it('gives connected sources the coverage that is certain: shipped ones theirs, others the companies they name', async () => {
    const db = await openEmpty[kind]()
    await migrateTo(db, '0026-many-processes')
    await sql`insert into record_feed (kind, source_id, as_of, is_demo, imported_at) values
      ('changeRecord', 'short-name-changes', '2024-05-14', 0, 1), ('changeRecord', 'own', null, 0, 1),
      ('dishonestExecutor', 'own', null, 0, 1), ('dishonestExecutor', 'demo-execution', null, 1, 1)`.execute(db)
    await migrate(db)
    const feeds = await db
      .selectFrom('record_feed')
      .select(['kind', 'source_id', 'covers'])
      .orderBy('kind')
      .orderBy('source_id')
      .execute()
    expect(feeds.map((feed) => [feed.kind, feed.source_id, feed.covers])).toEqual([
      ['changeRecord', 'own', null],
      ['changeRecord', 'short-name-changes', 'listed items=证券简称变更 years=2014-11..2024-05'],
      ['dishonestExecutor', 'demo-execution', 'all'],
      ['dishonestExecutor', 'own', null],
    ])
  })

  it('keeps home content that operators changed as its version 1, and the newest import of each source', async () => {
    const db = await openEmpty[kind]()
    await migrateTo(db, '0010-list-facts')
    for (const statement of [
      `insert into banner (id, position, url, title, subtitle, jump_type, jump_url, login)
        values ('b-2', 2, '/banners/risk.svg', '后', '', 1, '/riskSearch', 1),
               ('b-1', 1, '/banners/search.svg', '前', '副', 0, '比亚迪', 0)`,
      `insert into notice (id, position, title, content, type, link, start_at, end_at)
        values ('n-1', 1, '公告', '', 'info', null, null, 1782777600000)`,
      `insert into home_example (name, position) values ('演示有限公司', 1)`,
      `insert into record_feed (kind, source_id, as_of, is_demo, imported_at)
        values ('a', 's', null, 0, 1), ('b', 's', null, 0, 2)`,
    ]) {
      await sql.raw(statement).execute(db)
    }
    await migrate(db)
    const [version] = await db.selectFrom('content_version').selectAll().execute()
    expect(version).toMatchObject({ place: 'home', version: 1, author: 'product' })
    expect(JSON.parse(version?.content ?? '')).toEqual({
      noticeList: [
        {
          id: 'n-1',
          title: '公告',
          content: '',
          type: 'info',
          link: null,
          startAt: null,
          endAt: '2026-06-30T00:00:00.000Z',
        },
      ],
      bannerList: [
        {
          id: 'b-1',
          url: '/banners/search.svg',
          title: '前',
          subtitle: '副',
          jumpType: 0,
          jumpUrl: '比亚迪',
          login: false,
        },
        {
          id: 'b-2',
          url: '/banners/risk.svg',
          title: '后',
          subtitle: '',
          jumpType: 1,
          jumpUrl: '/riskSearch',
          login: true,
        },
      ],
      examples: ['演示有限公司'],
    })
    const imports = await db.selectFrom('source_import').selectAll().execute()
    expect(imports).toEqual([{ source_id: 's', imported_at: 2 }])
  })

  it('renames indexes and constraints with their tables', async () => {
    const db = await openEmpty[kind]()
    await migrate(db)
    const query = isPostgres(db)
      ? sql<{ name: string }>`select indexname as name from pg_indexes union select conname from pg_constraint`
      : sql<{ name: string }>`select name from sqlite_master where type = 'index'`
    const names = (await query.execute(db)).rows.map(({ name }) => name)
    expect(names).toContain('company_known_name_company')
    expect(names.filter((name) => /told_name|waiting_row|taken_|source_correction/.test(name))).toEqual([])
  })

  it('stores the contacts of companies that exist, also after an interruption', async () => {
    const db = await openEmpty[kind]()
    await migrateTo(db, '0013-content')
    for (const [id, phones, email] of [
      ['c-1', '["0990-2345678","+86 154 0000 0001"]', `'a@b.example'`],
      ['c-2', '["0990 2345678"]', 'null'],
      ['c-3', '[]', 'null'],
    ]) {
      await sql
        .raw(`insert into company (id, name, name_key, matched_by, phones, email, other_origins, prominence, is_listed, is_demo, created_at, updated_at)
          values ('${id}', '演示', '演示', 'name', '${phones}', ${email}, '{}', 1, 0, 1, 1, 1)`)
        .execute(db)
    }
    await contacts.up(db)
    // Interrupted before it was recorded: it runs again.
    await contacts.up(db)
    await migrate(db)
    const rows = await db.selectFrom('company_contact').selectAll().execute()
    expect(
      rows.map(({ number_key, company_id, is_hidden }) => `${number_key} ${company_id} ${is_hidden}`).toSorted(),
    ).toEqual(['t:09902345678 c-1 0', 't:09902345678 c-2 0', 't:15400000001 c-1 0', 't:a@b.example c-1 0'])
  })

  it('has a column for each column of a company fact', async () => {
    const db = await openEmpty[kind]()
    await migrate(db)
    const tables = await db.introspection.getTables()
    const company = tables.find(({ name }) => name === 'company')
    expect(company?.columns.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(factColumnTypes)))
  })
})
