import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { describeBothDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { dumpCompanies, dumpImported, importFile, importRows, testFile } from '../../../test/importers/import-tables.ts'
import { fictionalCode } from '../../../test/importers/register-files.ts'
import { openBulkSession } from '../../platform/database/bulk-session.ts'
import { compileCompanyMapping } from './parse/company-row.ts'

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

/** A stock whose full name no source states, as the list of listed companies gives it. */
const shortNameMapping = compileCompanyMapping(
  JSON.stringify({
    id: 'short-names',
    about: 'stocks without a full name',
    requireColumns: false,
    key: { scheme: 'cn-stock', value: 'stockCode' },
    parts: [
      {
        asOf: { value: '2026-06' },
        fields: { shortName: 'shortName', stockCode: 'stockCode', exchange: 'exchange', listedOn: 'listedOn' },
      },
      { asOf: { value: '2025' }, fields: { formerShortNames: 'formerShortNames' } },
      { asOf: null, fields: { name: 'shortName' } },
    ],
  }),
  'short-names',
)

const stock = { stockCode: '990584', exchange: 'SSE' }
const named = { shortName: '澜电演示', formerShortNames: '澜电旧名', listedOn: '2003-06-03' }
const fullName = '深圳澜电演示科技股份有限公司'
const creditCode = '91990001MA0TE5T16H'

const stored = async ({ db }: TestDatabase) => ({
  companies: await db.selectFrom('company').select(['name', 'short_name', 'credit_code']).execute(),
  listings: await db.selectFrom('company_listing').select(['code', 'listed_on']).execute(),
  names: await db.selectFrom('company_name').select(['kind', 'value']).execute(),
})

async function importShort(database: TestDatabase) {
  await importRows(database, [{ ...stock, ...named }], { mapping: shortNameMapping })
}

describeBothDatabases('a stock without a full name', (freshDatabase) => {
  const whole = {
    companies: [{ name: fullName, short_name: named.shortName, credit_code: null as string | null }],
    listings: [{ code: stock.stockCode, listed_on: named.listedOn }],
    names: [{ kind: 'formerShort', value: '澜电旧名' }],
  }

  it('enters under its short name', async () => {
    const database = await freshDatabase()
    await importShort(database)
    const name = named.shortName
    expect(await stored(database)).toEqual({
      ...whole,
      companies: [{ name, short_name: name, credit_code: null }],
    })
  })

  describe('keeps all facts when a row states the full name', () => {
    it.each([
      ['its stock code', { ...stock, asOf: '2019' }],
      ['its short name', { shortName: named.shortName, asOf: '2019' }],
      ['its short name as an alias', { aliases: [named.shortName], asOf: '2019' }],
    ])('and %s', async (_, row) => {
      const database = await freshDatabase()
      await importShort(database)
      await importRows(database, [{ name: fullName, ...row }])
      expect(await stored(database)).toEqual(whole)
    })

    it('and its stock code, when the company is stored under its credit code', async () => {
      const database = await freshDatabase()
      await importRows(database, [{ name: fullName, creditCode, asOf: '2019' }])
      await importShort(database)
      await importRows(database, [{ name: fullName, creditCode, ...stock, asOf: '2019' }])
      expect(await stored(database)).toEqual({
        ...whole,
        companies: [{ ...whole.companies[0], credit_code: creditCode }],
      })
    })
  })

  it('is not the company of another full name whose short name differs', async () => {
    const database = await freshDatabase()
    await importShort(database)
    await importRows(database, [{ name: fullName, shortName: '澜电演示科技' }])
    expect((await stored(database)).companies).toHaveLength(2)
  })

  it('keeps a former name whose day is unknown with its year', async () => {
    const database = await freshDatabase()
    await importRows(database, [{ name: fullName, creditCode, formerNames: ['演示旧名股份有限公司@~2021'] }])
    const names = await database.db.selectFrom('company_name').select(['kind', 'value', 'valid_to']).execute()
    expect(names).toEqual([{ kind: 'former', value: '演示旧名股份有限公司', valid_to: '2021' }])
  })
})
