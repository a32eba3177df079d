import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { importRecords } from '../../../test/importers/import-records.ts'
import { importRows } from '../../../test/importers/import-tables.ts'
import type { Database } from '../../platform/database/database.ts'

const code = '91990001MA0TE5T16H'
const company = { name: '演示审计有限公司', creditCode: code }

const rowsOf = (db: Database) =>
  db.selectFrom('operator_audit').select(['operator', 'action', 'subject', 'after', 'reason']).orderBy('at').execute()

describeDatabases('an import', (freshDatabase) => {
  it('writes one row into the audit of operators, with who, what and how much', async () => {
    const database = await freshDatabase()
    await importRows(database, [company], { operator: 'cli:tester' })
    await importRecords(database, 'keyPerson', [{ companyCreditCode: code, name: '演示甲' }])
    const [first, second, ...more] = await rowsOf(database.db)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      operator: 'cli:tester',
      action: 'importFinished',
      subject: 'companies demo companies.ndjson',
    })
    expect(JSON.parse(first?.after ?? '')).toMatchObject({ rowsRead: 1, created: 1, rejected: 0 })
    expect(second).toMatchObject({ operator: 'server:starter', subject: 'keyPerson demo-a records.ndjson' })
  })

  it('writes a row when it stops after it has stored rows, and none when it only checks', async () => {
    const database = await freshDatabase()
    await importRows(database, [company], { dryRun: true })
    expect(await rowsOf(database.db)).toEqual([])
    const rows = Array.from({ length: 3_000 }, (_, at) => (at < 1_500 ? { ...company, scope: `${at}` } : {}))
    const stopped = importRows(database, rows, { operator: 'cli:tester', maxRejectShare: 0.1 })
    await expect(stopped).rejects.toThrow('超过上限')
    expect(await rowsOf(database.db)).toMatchObject([
      { operator: 'cli:tester', action: 'importStopped', reason: expect.stringContaining('超过上限') },
    ])
  })
})
