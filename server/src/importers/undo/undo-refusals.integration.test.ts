import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { importRecords, testUndo } from '../../../test/importers/import-records.ts'
import { dumpCompanies, importFile, importRows, testFile } from '../../../test/importers/import-tables.ts'
import { fictionalCode } from '../../../test/importers/register-files.ts'
import { openBulkSession } from '../../platform/database/bulk-session.ts'

const operator = 'cli:tester'
const creditCode = fictionalCode(1)
const company = (scope: string, asOf: string) => ({ name: '演示甲有限公司', creditCode, scope, asOf })

describeBothDatabases('the undo of an import', (freshDatabase) => {
  it('returns a fact to the earlier version of the same source', async () => {
    const database = await freshDatabase()
    await importRows(database, [company('一', '2024')])
    const before = await dumpCompanies(database.db)
    const { number } = await importRows(database, [company('二', '2025')])
    await testUndo(database).undo({ number, operator })
    expect(await dumpCompanies(database.db)).toEqual(before)
  })

  it('keeps what a later import states, and lists it', async () => {
    const database = await freshDatabase()
    const { number } = await importRows(database, [company('一', '2024')])
    const later = await importRows(database, [company('二', '2025')])
    const { effects } = await testUndo(database).undo({ number, operator })
    expect(effects).toMatchObject({
      removed: 0,
      restored: 1,
      later: [{ number: later.number, fileName: 'companies.ndjson', shared: 1 }],
    })
    expect(await database.db.selectFrom('company').select(['scope', 'only_run']).execute()).toEqual([
      { scope: '二', only_run: later.number },
    ])
  })

  it('stores the same file again afterwards', async () => {
    const database = await freshDatabase()
    const file = await testFile(`${JSON.stringify(company('一', '2024'))}\n`, 'companies.ndjson')
    const first = await importFile(database, { file })
    const before = await dumpCompanies(database.db)
    await testUndo(database).undo({ number: first.number, operator })
    expect((await dumpCompanies(database.db)).companies).toEqual([])
    const again = await importFile(database, { file })
    expect(again).toMatchObject({ number: first.number + 1, created: 1 })
    expect(await dumpCompanies(database.db)).toEqual(before)
  })

  it('deletes the changes that followers were shown, and lets the index read the companies again', async () => {
    const database = await freshDatabase()
    await importRows(database, [{ ...company('一', '2024'), legalRepresentative: '演示甲' }])
    const { number } = await importRows(database, [{ ...company('一', '2025'), legalRepresentative: '演示乙' }])
    const events = () => database.db.selectFrom('company_event').selectAll().execute()
    const changes = () => database.db.selectFrom('company_change').selectAll().execute()
    expect(await events()).toHaveLength(1)
    const before = await changes()
    await testUndo(database).undo({ number, operator })
    expect(await events()).toEqual([])
    expect(await changes()).toHaveLength(before.length + 1)
  })

  it('is refused for an unknown number, a second time, and while an import runs', async () => {
    const database = await freshDatabase()
    const { number } = await importRows(database, [company('一', '2024')])
    const undo = testUndo(database)
    await expect(undo.undo({ number: 99, operator })).rejects.toThrow('本版本以前的导入没有编号，不能撤销')
    const session = await openBulkSession(database, { isLarge: false })
    await expect(undo.undo({ number, operator })).rejects.toThrow('另一个导入正在进行')
    await session?.close()
    await undo.undo({ number, operator })
    await expect(undo.undo({ number, operator })).rejects.toThrow(`导入 ${number} 已经撤销`)
  })

  it('is refused while a later import of the source relies on its rows', async () => {
    const database = await freshDatabase()
    const first = await importRows(database, [company('一', '2024')])
    const second = await importRows(database, [company('一', '2024'), { name: '演示乙有限公司', sourceKey: 'k2' }])
    const undo = testUndo(database)
    await expect(undo.undo({ number: first.number, operator })).rejects.toThrow(`请先撤销：${second.number}`)
    await undo.undo({ number: second.number, operator })
    await undo.undo({ number: first.number, operator })
    expect((await dumpCompanies(database.db)).companies).toEqual([])
  })

  it('goes on after an interruption', async () => {
    const database = await freshDatabase()
    await importRows(database, [company('一', '2024')])
    const before = await dumpCompanies(database.db)
    const rows = Array.from({ length: 1_200 }, (_, at) => ({ name: `演示第${at}有限公司`, sourceKey: `k${at}` }))
    const { number } = await importRows(database, [...rows, company('二', '2025')])
    const stopped = testUndo(database).undo({
      number,
      operator,
      onProgress: () => {
        throw new Error('interrupted')
      },
    })
    await expect(stopped).rejects.toThrow('interrupted')
    expect((await testUndo(database).show(number)).numbered.state).toBe('undoing')
    await testUndo(database).undo({ number, operator })
    expect(await dumpCompanies(database.db)).toEqual(before)
  })

  it('returns what a source covers, and disconnects a source without other imports', async () => {
    const database = await freshDatabase()
    const penalty = {
      docNo: '演市监处罚1号',
      office: '演示市局',
      companyName: '演示甲有限公司',
      decisionDate: '2024-01-02',
    }
    const first = await importRecords(database, 'punishment', [penalty], { covers: 'named' })
    const second = await importRecords(database, 'punishment', [{ ...penalty, reason: '事由' }], { covers: 'all' })
    const coverage = () => database.db.selectFrom('record_feed').select('covers').execute()
    await testUndo(database).undo({ number: second.number, operator })
    expect(await coverage()).toEqual([{ covers: 'named' }])
    await testUndo(database).undo({ number: first.number, operator })
    expect(await coverage()).toEqual([])
    expect(await database.db.selectFrom('source_import').selectAll().execute()).toEqual([])
  })
})
