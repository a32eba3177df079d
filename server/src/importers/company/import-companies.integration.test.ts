import { readFile } from 'node:fs/promises'
import { creditCodeCheck } from '@baiqicha/contract/certificate-checks'
import { describe, expect, it } from 'vitest'
import { describeBothDatabases, describeDatabases } from '../../../test/databases/databases.ts'
import { importRecords } from '../../../test/importers/import-records.ts'
import { dumpImported, importFile, importRows, testFile } from '../../../test/importers/import-tables.ts'
import { openBulkSession } from '../../platform/database/bulk-session.ts'
import { compileCompanyMapping } from './parse/company-row.ts'

const [codeA, codeB] = ['91990001MA0TE5T16H', '91990002MA0FCT021R']
const named = (name: string, more: object = {}) => ({ name: `演示${name}有限公司`, ...more })

describeBothDatabases('importing companies', (freshDatabase) => {
  const company = (db: Awaited<ReturnType<typeof freshDatabase>>['db']) => db.selectFrom('company').selectAll()

  describe('matches a company', () => {
    it('by credit code, whatever its name is now', async () => {
      const database = await freshDatabase()
      await importRows(database, [named('旧', { creditCode: codeA, asOf: '2024' })])
      const summary = await importRows(database, [named('新', { creditCode: codeA, asOf: '2025' })])
      expect(summary).toMatchObject({ created: 0, changed: 1 })
      expect(await company(database.db).execute()).toMatchObject([{ name: '演示新有限公司', matched_by: 'creditCode' }])
      const names = await database.db.selectFrom('company_name').select(['kind', 'value']).execute()
      expect(names).toEqual([{ kind: 'alias', value: '演示旧有限公司' }])
    })

    it('by registration number, then by source key', async () => {
      const database = await freshDatabase()
      const registrationNumber = '990001131419677'
      await importRows(database, [named('甲', { registrationNumber, sourceKey: 'k1' })])
      await importRows(database, [{ ...named('甲'), registrationNumber, creditCode: codeA }])
      await importRows(database, [{ sourceKey: 'k1', scope: '演示' }])
      expect(await company(database.db).execute()).toMatchObject([{ credit_code: codeA, scope: '演示' }])
    })

    it('by full name only when file and store have the name once, and marks the match', async () => {
      const database = await freshDatabase()
      await importRows(database, [named('甲', { sourceKey: 'k1' })])
      await importRows(database, [named('甲', { creditCode: codeA })])
      expect(await company(database.db).execute()).toMatchObject([{ credit_code: codeA, matched_by: 'name' }])
    })

    it('never merges namesakes', async () => {
      const database = await freshDatabase()
      await importRows(database, [named('甲', { sourceKey: 'k1' })])
      const twice = [named('甲', { creditCode: codeA }), named('甲', { creditCode: codeB })]
      await importRows(database, twice)
      expect(await company(database.db).execute()).toHaveLength(3)
      const summary = await importRows(database, [named('甲', { scope: '谁的？' })], { maxRejectShare: 1 })
      expect(summary).toMatchObject({ rowsRead: 1, rejected: 1 })
      expect(await company(database.db).where('scope', 'is not', null).execute()).toEqual([])
    })

    it('reports names that companies with different codes share', async () => {
      const database = await freshDatabase()
      const first = await importRows(database, [named('甲', { creditCode: codeA }), named('乙')])
      expect(first.sharedNames).toEqual([])
      const second = await importRows(database, [named('甲\u200B', { creditCode: codeB })])
      expect(second).toMatchObject({ created: 1, sharedNames: ['演示甲有限公司'] })
    })

    it('reports no name that a company had before another got it', async () => {
      const database = await freshDatabase()
      await importRows(database, [named('甲', { creditCode: codeA, formerNames: ['演示旧有限公司'] })])
      expect(await importRows(database, [named('旧', { creditCode: codeB })])).toMatchObject({ sharedNames: [] })
    })

    it('rejects rows without any code whose name is not unique in the file', async () => {
      const database = await freshDatabase()
      const summary = await importRows(database, [named('甲'), named('乙'), named('甲')])
      expect(summary).toMatchObject({ created: 1, rejected: 2 })
    })

    it.each([
      ['credit code', { creditCode: codeA }],
      ['registration number', { registrationNumber: '990001131419677' }],
    ])('rejects a row whose %s and source key match two companies', async (_what, code) => {
      const database = await freshDatabase()
      await importRows(database, [named('甲', code), named('乙', { sourceKey: 'k2' })])
      const summary = await importRows(database, [named('丙', { ...code, sourceKey: 'k2' })])
      expect(summary).toMatchObject({ rejected: 1 })
    })

    it('by any code of a row that came before its name', async () => {
      const database = await freshDatabase()
      const registrationNumber = '990001131419677'
      await importRows(database, [{ creditCode: codeA, registrationNumber, scope: '演示' }])
      await importRows(database, [named('甲', { registrationNumber })])
      expect(await company(database.db).execute()).toMatchObject([{ credit_code: codeA, scope: '演示' }])
      expect(await database.db.selectFrom('pending_row').selectAll().execute()).toEqual([])
    })
  })

  it('merges two rows of a file about one company', async () => {
    const database = await freshDatabase()
    const rows = [named('甲', { creditCode: codeA, scope: '一' }), named('甲', { creditCode: codeA, address: '二' })]
    expect(await importRows(database, rows)).toMatchObject({ rowsRead: 2, created: 1, unchanged: 1, rejected: 0 })
    expect(await company(database.db).execute()).toMatchObject([{ scope: '一', address: '二' }])
  })

  it('writes nothing when nothing changed', async () => {
    const database = await freshDatabase()
    const rows = [
      named('甲', {
        creditCode: codeA,
        capitalValue: '1,234.5',
        insuredCount: 0,
        phones: ['0990-5550000'],
        formerNames: ['演示旧有限公司@2001-01-01~2019-05-06'],
        stockCode: '990001',
        exchange: 'SZSE',
      }),
    ]
    await importRows(database, rows)
    const before = await dumpImported(database.db)
    expect(await importRows(database, rows)).toMatchObject({ unchanged: 1, created: 0, changed: 0 })
    expect(await dumpImported(database.db)).toEqual(before)
    expect(before.changes).toHaveLength(1)
  })

  it('drops the alias that equals the name in use', async () => {
    const database = await freshDatabase()
    for (const [name, asOf] of [
      ['一', '2020'],
      ['二', '2021'],
      ['一', '2022'],
    ] as const) {
      await importRows(database, [named(name, { creditCode: codeA, asOf })])
    }
    const names = await database.db.selectFrom('company_name').select(['kind', 'value']).execute()
    expect(names).toEqual([{ kind: 'alias', value: '演示二有限公司' }])
  })

  it('takes the newer as-of per fact, and overwrites nothing with an empty value', async () => {
    const database = await freshDatabase()
    const first = { creditCode: codeA, ...named('甲'), scope: '旧', authority: '旧局', status: '存续', asOf: '2024' }
    await importRows(database, [first], { sourceId: 'annual-report' })
    await importRows(database, [{ creditCode: codeA, ...named('甲'), scope: '新', status: '', asOf: '2026-01' }])
    await importRows(database, [{ creditCode: codeA, ...named('甲'), scope: '更旧', asOf: '2020' }])
    const [row] = await company(database.db).execute()
    expect(row).toMatchObject({ scope: '新', authority: '旧局', status: '存续', registration_source: 'annual-report' })
    expect(JSON.parse(row?.other_origins ?? '')).toEqual({ scope: ['demo', '2026-01'] })
  })

  it('stores the stated status raw and normalised, and derives none when none is stated', async () => {
    const database = await freshDatabase()
    await importRows(database, [named('甲', { status: '吊销，未注销', creditCode: codeA }), named('乙')])
    const statuses = await company(database.db).orderBy('name').execute()
    expect(statuses.map((row) => [row.status, row.status_raw])).toEqual(
      expect.arrayContaining([
        ['吊销', '吊销，未注销'],
        [null, null],
      ]),
    )
  })

  it('stops above 1 % rejected rows, and resumes there with a higher limit', async () => {
    const database = await freshDatabase()
    const rows = Array.from({ length: 2_500 }, (_none, at) =>
      at % 50 === 0 ? { creditCode: 'wrong', name: '演示' } : named(`第${at}`),
    )
    const file = await testFile(rows.map((row) => JSON.stringify(row)).join('\n'), 'x.ndjson')
    await expect(importFile(database, { file })).rejects.toThrow(/2\.0%/)
    const summary = await importFile(database, { file, maxRejectShare: 0.05 })
    expect(summary).toMatchObject({ rowsRead: 2_500, created: 2_450, rejected: 50, resumedAt: 1_000 })
    expect((await readFile(`${file}.rejects.ndjson`, 'utf8')).trimEnd().split('\n')).toHaveLength(50)
  })

  it('stores nothing in a dry run', async () => {
    const database = await freshDatabase()
    const summary = await importRows(database, [named('甲'), { name: '' }], { dryRun: true })
    expect(summary).toMatchObject({ rowsRead: 2, created: 1, rejected: 1 })
    const { changes, companies } = await dumpImported(database.db)
    expect([changes, companies, await database.db.selectFrom('import_run').selectAll().execute()]).toEqual([[], [], []])
  })

  it('refuses a second importer while one is running', async () => {
    const database = await freshDatabase()
    const session = await openBulkSession(database, { isLarge: false })
    await expect(importRows(database, [named('甲')])).rejects.toThrow(/另一个导入/)
    await session?.close()
    expect(await importRows(database, [named('甲')])).toMatchObject({ created: 1 })
  })

  it('accepts registered sources only', async () => {
    const database = await freshDatabase()
    await expect(importRows(database, [named('甲')], { sourceId: 'hearsay' })).rejects.toThrow(/没有登记/)
    const parts = [{ source: 'hearsay', fields: { name: 'name' } }]
    const mapping = compileCompanyMapping(JSON.stringify({ id: 'x', about: 'x', requireColumns: false, parts }), 'x')
    await expect(importRows(database, [named('甲')], { mapping })).rejects.toThrow(/hearsay/)
  })

  it('marks companies of a demonstration source, and never merges them with real ones', async () => {
    const database = await freshDatabase()
    await importRows(database, [named('甲', { sourceKey: 'k1' })])
    await importRows(database, [named('甲', { sourceKey: 'k2', scope: '真' })], { sourceId: 'annual-report' })
    const rows = await company(database.db).orderBy('is_demo').execute()
    expect(rows.map((row) => [row.scope, row.is_demo])).toEqual([
      ['真', 0],
      [null, 1],
    ])
  })
})

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
