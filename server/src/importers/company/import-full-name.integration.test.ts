import { describe, expect, it } from 'vitest'
import { describeBothDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { importRows } from '../../../test/importers/import-tables.ts'
import { compileCompanyMapping } from './parse/company-row.ts'

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
