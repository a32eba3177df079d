import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { describeBothDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { importFile, importRows, testFile } from '../../../test/importers/import-tables.ts'
import { createGleifReader } from './open-gleif.ts'

const sample = (name: string) => fileURLToPath(new URL(`../../../test/importers/open-data/${name}`, import.meta.url))

async function importGleif(database: TestDatabase, file: string, files: readonly string[] = [file]) {
  const reader = createGleifReader(database.db, files)
  const summary = await importFile(database, { file, sourceId: 'gleif', openRows: reader.openRows })
  return { ...summary, leftOut: Object.fromEntries(reader.leftOut) }
}

/** A real company without codes, as lists of companies name it. */
const storeNamed = (database: TestDatabase, name: string) =>
  importRows(database, [{ name }], { sourceId: 'sasac-list' })
const companies = ({ db }: TestDatabase) => db.selectFrom('company').selectAll().orderBy('lei').execute()

describeBothDatabases('the golden copy of GLEIF', (freshDatabase) => {
  describe.each(['csv', 'json'])('level 1 as %s', (format) => {
    const file = sample(`lei2-golden-copy.${format}`)

    it('stores companies of the mainland that have a code and a Chinese legal name', async () => {
      const database = await freshDatabase()
      expect(await importGleif(database, file)).toMatchObject({
        rowsRead: 4,
        created: 3,
        pending: 1,
        rejected: 0,
        leftOut: { '不是大陆企业，或已失效': 2, '没有信用代码，也没有同名企业': 2 },
      })
      expect(await companies(database)).toMatchObject([
        {
          lei: '300300DEMO0000000155',
          name: '深圳澜一测试科技有限公司',
          credit_code: '91990001MA0DEM001F',
          name_english: 'Shenzhen Lanyi Test Technology Co., Ltd.',
          status: '存续',
          founded_on: '2012-03-07',
          address: '深圳市测试路1号',
          identity_source: 'gleif',
          identity_as_of: '2026-06-01',
        },
        {
          lei: '300300DEMO0000000252',
          name: '深圳澜二测试贸易有限公司',
          name_english: 'Shenzhen Laner Test Trading Co., Ltd.',
          status: null,
          address: null,
        },
        { lei: '300300DEMO0000000737', status: '注销' },
      ])
      const names = await database.db.selectFrom('company_name').select(['kind', 'value']).orderBy('kind').execute()
      expect(names).toEqual([
        { kind: 'alias', value: '澜一' },
        { kind: 'former', value: '深圳澜旧测试科技有限公司' },
      ])
    })

    it('gives a record without a code to the one company of exactly its name', async () => {
      const database = await freshDatabase()
      await storeNamed(database, '深圳澜四测试(集团)有限公司')
      await storeNamed(database, '深圳澜五测试股份有限公司')
      await importGleif(database, file)
      const stored = await database.db
        .selectFrom('company')
        .select(['name', 'lei'])
        .where('name', 'in', ['深圳澜四测试（集团）有限公司', '深圳澜五测试股份有限公司'])
        .orderBy('name')
        .execute()
      expect(stored).toEqual([
        { name: '深圳澜五测试股份有限公司', lei: null },
        { name: '深圳澜四测试（集团）有限公司', lei: '300300DEMO0000000446' },
      ])
    })

    it('applies a record with a code and no Chinese name once the company is stored', async () => {
      const database = await freshDatabase()
      await importGleif(database, file)
      await importRows(database, [{ name: '深圳澜三测试有限公司', creditCode: '91990001MA0DEM003M' }], {
        sourceId: 'sasac-list',
      })
      const found = await companies(database)
      expect(found.find(({ name }) => name === '深圳澜三测试有限公司')).toMatchObject({ lei: '300300DEMO0000000349' })
    })
  })

  describe.each(['csv', 'json'])('level 2 as %s', (format) => {
    const levelOne = sample(`lei2-golden-copy.${format}`)
    const levelTwo = sample(`rr-golden-copy.${format}`)

    it('states the parents of stored companies by their names in the store or in level 1', async () => {
      const database = await freshDatabase()
      await importGleif(database, levelOne)
      const summary = await importGleif(database, levelTwo, [levelOne, levelTwo])
      expect(summary).toMatchObject({ rowsRead: 2, created: 0, rejected: 0, leftOut: { '上级机构：企业未收录': 1 } })
      expect(await companies(database)).toMatchObject([
        { parent_company: '深圳澜二测试贸易有限公司', ultimate_parent: 'Lan Test Holding AG' },
        { parent_company: null, ultimate_parent: null },
        { parent_company: null, ultimate_parent: null },
      ])
    })

    it('leaves out a parent whose name no file and no company has', async () => {
      const database = await freshDatabase()
      await importGleif(database, levelOne)
      const { rowsRead, leftOut } = await importGleif(database, levelTwo)
      expect([rowsRead, leftOut['上级机构：没有名称']]).toEqual([1, 1])
    })
  })

  describe('a file', () => {
    it('changes nothing when it is imported again', async () => {
      const database = await freshDatabase()
      await importGleif(database, sample('lei2-golden-copy.csv'))
      const before = await companies(database)
      expect(await importGleif(database, sample('lei2-golden-copy.csv'))).toMatchObject({ created: 0, changed: 0 })
      expect(await companies(database)).toEqual(before)
    })

    it('is read from gzip', async () => {
      const database = await freshDatabase()
      const file = await testFile(gzipSync(await readFile(sample('lei2-golden-copy.json'))), 'lei2.json.gz')
      expect(await importGleif(database, file)).toMatchObject({ created: 3 })
    })
  })
})
