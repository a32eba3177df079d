import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { buildSource } from '../../../../test/builders/companies.ts'
import { describeBothDatabases } from '../../../../test/databases/databases.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { createStatementNames } from './named-statements.ts'

/** Statements that the connections of the pool keep, as the one that is used next reports them. */
const namedIn = async (db: Database) =>
  (
    await sql<{ statement: string }>`select statement from pg_prepared_statements where not from_sql`.execute(db)
  ).rows.map(({ statement }) => statement)

describeBothDatabases('statements that repeat', (freshDatabase) => {
  it('return the same rows each time, and PostgreSQL keeps them planned', async () => {
    const { db, kind } = await freshDatabase()
    const source = buildSource()
    await db.insertInto('source').values(source).execute()
    const read = (id: string) => db.selectFrom('source').select(['id', 'as_of']).where('id', '=', id).execute()
    for (let time = 0; time < 8; time += 1) {
      expect(await read(source.id)).toEqual([{ id: source.id, as_of: source.as_of }])
      expect(await read(`not-${source.id}`)).toEqual([])
    }
    if (kind === 'postgres') expect(await namedIn(db)).toContainEqual(expect.stringContaining('from "source"'))
  })

  it('run in transactions one after another', async () => {
    const { db } = await freshDatabase()
    const source = buildSource()
    for (let time = 0; time < 8; time += 1) {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('source').where('id', '=', source.id).execute()
        await tx.insertInto('source').values(source).execute()
      })
    }
    expect(await db.selectFrom('source').select('id').execute()).toEqual([{ id: source.id }])
  })

  it('are answered while a release adds a column to their table', async () => {
    const { db, location } = await freshDatabase()
    await db.insertInto('source').values(buildSource()).execute()
    const read = () =>
      Promise.all([db.selectFrom('source').selectAll().execute(), db.selectFrom('source').select('id').execute()])
    for (let time = 0; time < 8; time += 1) await read()
    const release = openDatabase(location)
    onTestFinished(() => release.close())
    await sql`alter table source add column added_later text`.execute(release.db)
    const [[whole], [named]] = await read()
    expect(Object.keys(whole ?? {})).toContain('added_later')
    expect(named).toEqual({ id: buildSource().id })
  })
})

const repeated = (nameOf: (text: string) => string | undefined, text: string) =>
  [1, 2, 3, 4].map(() => nameOf(text)).at(-1)

it('names a statement that is repeated, and always by the same name', () => {
  const nameOf = createStatementNames()
  const text = 'select "id" from "company" where "id" in ($1)'
  expect(nameOf(text)).toBeUndefined()
  const name = repeated(nameOf, text)
  expect(name).toEqual(expect.any(String))
  expect(nameOf(text)).toBe(name)
  expect(repeated(nameOf, 'select "id" from "source"')).not.toBe(name)
})

it('names no statement whose result gains a new column of its table', () => {
  const nameOf = createStatementNames()
  for (const text of [
    'select * from "company" where "id" in ($1)',
    'select (select count(*) from "record") as "records", "company".* from "company"',
    'delete from "lease" where "name" = $1 returning *',
  ])
    expect(repeated(nameOf, text)).toBeUndefined()
  expect(repeated(nameOf, 'select "id" from (select found.* from "record" as found) as "subject"')).toBeDefined()
})

it('names a limited number of statements', () => {
  const nameOf = createStatementNames()
  const names = Array.from({ length: 400 }, (_, at) => repeated(nameOf, `select ${at}`))
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(256)
})
