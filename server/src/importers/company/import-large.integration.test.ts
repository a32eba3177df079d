import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { describeBothDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { dumpCompanies, dumpImported, importFile, importRows, testFile } from '../../../test/importers/import-tables.ts'
import { fictionalCode } from '../../../test/importers/register-files.ts'
import { openBulkSession } from '../../platform/database/bulk-session.ts'

/** More than three of the batches at the beginning of a file. */
const ROWS = 3_500
const random = seededRandom(31)

type Row = { code: string; key: string; name: string; scope: string; asOf: string }

/**
 * Rows about few companies, so that each batch has codes, keys and names of the one before: new and changed companies,
 * namesakes, companies that get a code later, and rows that wait for their company.
 */
const rows = Array.from({ length: ROWS }, (_, at): Row => {
  const company = random.below(900)
  const isNamed = random.below(5) > 0
  return {
    code: company % 3 === 0 || !isNamed ? '' : fictionalCode(company % 90),
    key: company % 3 === 1 && isNamed ? '' : `k${company}`,
    name: isNamed ? `演示${company % 300}有限公司` : '',
    scope: `范围${at % 7}`,
    // Different for each row: of one source and date the last statement counts.
    asOf: new Date(Date.UTC(2010, 0, 1 + at)).toISOString().slice(0, 10),
  }
})

const textOf = (some: readonly Row[]) =>
  [
    'creditCode,sourceKey,name,scope,asOf',
    ...some.map(({ code, key, name, scope, asOf }) => [code, key, name, scope, asOf].join(',')),
  ].join('\n')

async function indexNames({ kind, db }: TestDatabase): Promise<string[]> {
  const { rows: found } =
    kind === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'index'`.execute(db)
      : await sql<{ name: string }>`select indexname as name from pg_indexes`.execute(db)
  return found.map(({ name }) => name).toSorted()
}

describeBothDatabases('a large file', (freshDatabase) => {
  it('ends in the same state as a small one, with the same changes', async () => {
    const file = await testFile(textOf(rows))
    const small = await freshDatabase()
    const summary = await importFile(small, { file, maxRejectShare: 1 })
    expect(summary.created).toBeGreaterThan(100)
    const large = await freshDatabase()
    expect(await importFile(large, { file, maxRejectShare: 1, largeFrom: 0 })).toEqual(summary)
    expect(await dumpImported(large.db)).toEqual(await dumpImported(small.db))
  })

  it('ends in the same state whether related rows are in one batch or in two', async () => {
    // A row with two keys may contradict another one; then the first of them counts.
    const distinct = rows.filter(({ code, key }) => code === '' || key === '')
    const together = distinct.toSorted((a, b) => (a.name + a.key + a.code < b.name + b.key + b.code ? -1 : 1))
    const apart = distinct.toSorted((a, b) => (a.scope < b.scope ? -1 : 1))
    const ends = []
    for (const order of [apart, together]) {
      const database = await freshDatabase()
      await importFile(database, { file: await testFile(textOf(order)), maxRejectShare: 1, largeFrom: 0 })
      ends.push(await dumpCompanies(database.db))
    }
    expect(ends[1]).toEqual(ends[0])
  })

  it('leaves the store with all indexes, also when a first load before it was killed', async () => {
    const database = await freshDatabase()
    const indexes = await indexNames(database)
    const session = await openBulkSession(database, { isLarge: true })
    await session?.indexes.drop()
    await session?.close()
    expect((await indexNames(database)).length).toBeLessThan(indexes.length)
    await importRows(database, [{ sourceKey: 'k1', name: '演示甲有限公司' }])
    expect(await indexNames(database)).toEqual(indexes)
  })

  it('stores every character of a text', async () => {
    const scope = 'a\\b\\N\\.\tc"d，\u00e9\u{20bb7}'
    const some = Array.from({ length: 400 }, (_, at) => ({ sourceKey: `k${at}`, name: `演示${at}公司`, scope }))
    const file = await testFile(some.map((row) => JSON.stringify(row)).join('\n'))
    const database = await freshDatabase()
    await importFile(database, { file, largeFrom: 0 })
    const stored = await database.db.selectFrom('company').select('scope').distinct().execute()
    expect(stored).toEqual([{ scope }])
  })
})
