import { creditCodeCheck } from '@baiqicha/contract/certificate-checks'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { importRecords } from '../../../test/importers/import-records.ts'
import { importFile, importRows, testFile } from '../../../test/importers/import-tables.ts'

const codes = ['91990001MA0TE5T16H', `91990002MA0FCT021${creditCodeCheck('91990002MA0FCT021')}`] as const

describeDatabases('the texts of an import', (freshDatabase) => {
  it('have no invisible characters, no entities and no line end in a name, in CSV and in JSON', async () => {
    const database = await freshDatabase()
    const csv = [
      'name,creditCode,legalRepresentative,address',
      `"深圳澜\u202e卯`,
      `演示有限公司\u200b",${codes[0]},演示\u2066甲,"演示路1号&nbsp;2室"`,
    ]
    await importFile(database, { file: await testFile(`${csv.join('\n')}\n`) })
    const row = {
      name: '深圳H&amp;M澜辰\ue000演示有限公司',
      creditCode: codes[1],
      aliases: ['澜\u200b辰', 'H&#38;M澜辰'],
      formerNames: '澜辰\u200e演示旧名有限公司@2001-01-01~2019-05-06',
      phones: ['0990-\u202d2345678\u202c'],
      scope: '软件\u200b开发',
      legalRepresentative: '演示乙',
    }
    await importRows(database, [row])
    const companies = await database.db.selectFrom('company').selectAll().orderBy('name').execute()
    expect(companies).toMatchObject([
      { name: '深圳H&M澜辰演示有限公司', scope: '软件开发', phones: '["0990-2345678"]' },
      { name: '深圳澜卯演示有限公司', legal_representative: '演示甲', address: '演示路1号 2室' },
    ])
    const names = await database.db.selectFrom('company_name').select('value').orderBy('value').execute()
    expect(names.map(({ value }) => value)).toEqual(['H&M澜辰', '澜辰', '澜辰演示旧名有限公司'])
  })

  it('that become an existing name belong to its company when no code says otherwise', async () => {
    const database = await freshDatabase()
    await importRows(database, [{ name: '深圳H&M澜巳演示有限公司', creditCode: codes[0] }])
    await importRows(database, [{ name: '深圳H&amp;M澜\u202e巳\ue000演示\n有限公司', scope: '演示' }])
    const companies = () =>
      database.db.selectFrom('company').select(['name', 'credit_code', 'scope']).orderBy('credit_code').execute()
    const name = '深圳H&M澜巳演示有限公司'
    expect(await companies()).toEqual([{ name, credit_code: codes[0], scope: '演示' }])
    // A second company of the name: the row without a code may be about either.
    await importRows(database, [{ name: '深圳H&M\u200b澜巳演示有限公司', creditCode: codes[1] }])
    expect(await companies()).toHaveLength(3)
    expect(new Set((await companies()).map((company) => company.name))).toEqual(new Set([name]))
  })

  it('of records are as clean, and a rare character of a person stays', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'dishonestExecutor', [
      {
        name: '深圳\u202e澜午演示\u200b有限公司',
        certNo: codes[0],
        caseNo: '（2024）演0101执1号',
        publishDate: '2024-05-06',
        court: '演示市\u2066演示区人民法院&nbsp;',
        legalRep: '演\ue5f1示\u200b',
      },
    ])
    const { content } = await database.db.selectFrom('record').select('content').executeTakeFirstOrThrow()
    expect(JSON.parse(content)).toMatchObject({
      name: '深圳澜午演示有限公司',
      court: '演示市演示区人民法院',
      legalRep: '演\ue5f1示',
    })
  })
})
