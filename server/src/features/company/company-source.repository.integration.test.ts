import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { createCompanySource } from './company-source.repository.ts'

const reference = loadReferenceData({ demo: true })
const clock = { now: () => BUILT_AT }
const sourceOf = ({ db }: TestDatabase, includeDemo = true) =>
  createCompanySource({ db, clock, reference, includeDemo })

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const change = (companyId: string, at: number) => ({ company_id: companyId, at })

describeBothDatabases('the database as source of the index', (freshDatabase) => {
  it('yields every company once, in the order of ids, with its names and codes', async () => {
    const database = await freshDatabase()
    const companies = Array.from({ length: 1_203 }, (_, index) =>
      buildCompany({
        names: [{ kind: 'former', value: `演示旧名${index}有限公司` }],
        listings: [{ code: String(700_000 + index) }],
      }),
    )
    await insertCompanies(database.db, companies)
    const stated = await collect(sourceOf(database).companies())
    expect(stated.map((company) => company.id)).toEqual(companies.map(({ row }) => row.id).toSorted())
    const byId = new Map(companies.map(({ row, names, listings }) => [row.id, [names[0]?.value, listings[0]?.code]]))
    for (const { id, formerNames, stockCodes } of stated) expect([...formerNames, ...stockCodes]).toEqual(byId.get(id))
  })

  it('yields the requested companies, and nothing for unknown ids', async () => {
    const database = await freshDatabase()
    const companies = Array.from({ length: 700 }, () => buildCompany())
    await insertCompanies(database.db, companies)
    const ids = companies.map(({ row }) => row.id)
    const requested = [...ids.slice(50).toReversed(), 'c-missing']
    const stated = await collect(sourceOf(database).companies(requested))
    expect(stated.map((company) => company.id)).toEqual(ids.slice(50).toSorted())
    expect(await collect(sourceOf(database).companies([]))).toEqual([])
  })

  it('leaves out demonstration companies while they are off, and states that in its scope', async () => {
    const database = await freshDatabase()
    await insertCompanies(database.db, [buildCompany({ id: 'c-demo', is_demo: 1 }), buildCompany({ id: 'c-real' })])
    const [withDemo, without] = [sourceOf(database), sourceOf(database, false)]
    const idsOf = async (ids?: string[]) => (await collect(without.companies(ids))).map(({ id }) => id)
    expect(await idsOf()).toEqual(['c-real'])
    expect(await idsOf(['c-demo', 'c-real'])).toEqual(['c-real'])
    expect(withDemo.scope).not.toBe(without.scope)
  })

  it('returns changes in order after a stored one, and null after an unknown one', async () => {
    const database = await freshDatabase()
    const source = sourceOf(database)
    expect(await source.lastChange()).toBeNull()
    await database.db
      .insertInto('company_change')
      .values([change('a', 1), change('b', 2), change('c', 3)])
      .execute()
    const last = await source.lastChange()
    expect(last).toMatchObject({ companyId: 'c', at: 3 })
    const upTo = last?.seq ?? 0
    const first = { seq: upTo - 2, companyId: 'a', at: 1 }
    expect((await source.changesAfter(first, upTo, 10))?.map(({ companyId }) => companyId)).toEqual(['b', 'c'])
    expect((await source.changesAfter(first, upTo - 1, 10))?.map(({ companyId }) => companyId)).toEqual(['b'])
    expect(await source.changesAfter(first, upTo, 1)).toHaveLength(1)
    for (const other of [{ seq: upTo + 9 }, { at: 7 }, { companyId: 'z' }]) {
      expect(await source.changesAfter({ ...first, ...other }, upTo + 9, 10)).toBeNull()
    }
  })

  it('deletes old changes, but none that is new or not yet applied', async () => {
    const database = await freshDatabase()
    const source = sourceOf(database)
    await database.db
      .insertInto('company_change')
      .values(Array.from({ length: 12_000 }, (_, index) => change(`c-${index}`, index)))
      .execute()
    const last = (await source.lastChange())?.seq ?? 0
    await source.pruneChanges(100_000, last)
    const left = await database.db.selectFrom('company_change').select('seq').execute()
    expect(left).toEqual([{ seq: last }])
    await source.pruneChanges(11_999, last + 1)
    expect(await source.lastChange()).toMatchObject({ seq: last })
  })
})

/** Resolves when a connection waits for a lock in this database. */
async function untilSomebodyWaits({ db }: TestDatabase): Promise<'waits'> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`.execute(db)
    if ((rows[0]?.waiting ?? 0) > 0) return 'waits'
  }
}

describeBothDatabases('a change that commits late', (freshDatabase) => {
  it('is waited for, so that none is missed', async () => {
    const database = await freshDatabase()
    // SQLite has one writer at a time.
    if (database.kind === 'sqlite') return
    const source = sourceOf(database)
    await database.db.insertInto('company_change').values(change('first', BUILT_AT)).execute()
    const { promise: drawn, resolve: draw } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const late = database.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('company_change').values(change('late', BUILT_AT)).execute()
      draw()
      await released
    })
    await drawn
    await database.db.insertInto('company_change').values(change('early', BUILT_AT)).execute()
    const stated = source.lastChange()
    expect(await Promise.race([stated.then(() => 'returned'), untilSomebodyWaits(database)])).toBe('waits')
    release()
    await late
    const last = await stated
    const from = { seq: (last?.seq ?? 0) - 2, companyId: 'first', at: BUILT_AT }
    const changes = await source.changesAfter(from, last?.seq ?? 0, 10)
    expect(changes?.map(({ companyId }) => companyId)).toEqual(['late', 'early'])
    expect(await source.lastChange()).toEqual(last)
  })
})
