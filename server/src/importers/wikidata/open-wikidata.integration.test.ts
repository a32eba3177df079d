import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeBothDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { importFile, importRows } from '../../../test/importers/import-tables.ts'
import { loadCompanyMapping } from '../company/parse/company-row.ts'
import { createWikidataReader } from './open-wikidata.ts'

const sample = (name: string) => fileURLToPath(new URL(`../../../test/importers/open-data/${name}`, import.meta.url))

async function importItems(database: TestDatabase, name = 'items.json') {
  const file = sample(name)
  const reader = createWikidataReader(database.db, file)
  const mapping = loadCompanyMapping('wikidata')
  const summary = await importFile(database, { file, sourceId: 'wikidata', mapping, openRows: reader.openRows })
  return { ...summary, leftOut: Object.fromEntries(reader.leftOut) }
}

/** A listed company without a credit code, and one of which only the name is known. */
async function storeCompanies(database: TestDatabase) {
  const asOf = '2020'
  const listed = { name: '深圳澜二测试股份有限公司', stockCode: '699902', exchange: 'SSE', asOf }
  await importRows(database, [listed, { name: '深圳澜三测试有限公司', asOf }], { sourceId: 'exchange-list' })
}

const companies = ({ db }: TestDatabase) =>
  db
    .selectFrom('company')
    .select(['name', 'credit_code', 'wikidata_id', 'website', 'logo_file', 'parent_company'])
    .orderBy('name')
    .execute()

describeBothDatabases('items of Wikidata', (freshDatabase) => {
  it.each(['items.json', 'items.ndjson'])(
    'are matched by credit code, else A share, else exact name, and never create a company without a code: %s',
    async (name) => {
      const database = await freshDatabase()
      await storeCompanies(database)
      expect(await importItems(database, name)).toMatchObject({
        rowsRead: 3,
        created: 1,
        changed: 2,
        rejected: 0,
        leftOut: { '不是大陆企业，或无法读取': 2, '没有信用代码，也没有对应的企业': 1 },
      })
      const byName = Object.fromEntries((await companies(database)).map(({ name: key, ...facts }) => [key, facts]))
      expect(byName).toEqual({
        深圳澜一测试科技有限公司: {
          credit_code: '91990001MA0DEM001F',
          wikidata_id: 'Q900000001',
          website: 'https://www.lanyi-test.example/',
          logo_file: 'Lanyi logo.svg',
          parent_company: null,
        },
        深圳澜二测试股份有限公司: {
          credit_code: null,
          wikidata_id: 'Q900000002',
          website: null,
          logo_file: null,
          parent_company: '深圳澜一测试科技有限公司',
        },
        深圳澜三测试有限公司: {
          credit_code: null,
          wikidata_id: 'Q900000003',
          website: null,
          logo_file: null,
          parent_company: '深圳澜一测试科技有限公司',
        },
      })
    },
  )

  it('add simplified Chinese and English aliases and the label', async () => {
    const database = await freshDatabase()
    await importItems(database)
    const names = await database.db.selectFrom('company_name').select(['kind', 'value']).orderBy('value').execute()
    expect(names.map(({ kind, value }) => `${kind} ${value}`).toSorted()).toEqual([
      'alias LYT',
      'alias 澜一',
      'alias 澜一科技',
    ])
  })

  it('leave the name of a company to its source', async () => {
    const database = await freshDatabase()
    await storeCompanies(database)
    await importItems(database)
    const stored = await database.db
      .selectFrom('company')
      .select('other_origins')
      .where('wikidata_id', '=', 'Q900000002')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(stored.other_origins)).toMatchObject({ name: ['exchange-list', '2020'] })
  })

  it('never replace the name of a company, however new they are', async () => {
    const database = await freshDatabase()
    const name = '深圳澜一测试（新名）有限公司'
    await importRows(database, [{ name, creditCode: '91990001MA0DEM001F', asOf: '2019' }], {
      sourceId: 'exchange-list',
    })
    await importItems(database)
    expect(await companies(database)).toMatchObject([{ name, wikidata_id: 'Q900000001' }])
  })
})
