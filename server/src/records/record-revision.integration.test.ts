import { expect, it } from 'vitest'
import { BUILT_AT } from '../../test/builders/companies.ts'
import { describeBothDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { importRecords } from '../../test/importers/import-records.ts'
import { createSuppressionService } from '../features/correction/suppression.service.ts'
import { systemRandom as random } from '../platform/crypto/system-random.ts'
import { createRecordRevision } from './record-revision.ts'

const penalty = (fineAmount: number) => ({
  docNo: '演罚决字〔2026〕第1号',
  office: '演示市市场监督管理局',
  companyName: '澜山演示贸易有限公司',
  companyCreditCode: '91990001MA0TE5T16H',
  fineAmount,
  asOf: '2026-06',
})

/** Difference of the revision after an import of one penalty. */
async function importPenalty(database: TestDatabase, fine: number): Promise<number> {
  const revision = createRecordRevision(database.db)
  const before = await revision()
  await importRecords(database, 'punishment', [penalty(fine)])
  return (await revision()) - before
}

describeBothDatabases('the record revision', (freshDatabase) => {
  it('increases with an import that changes records, and not with another', async () => {
    const database = await freshDatabase()
    expect(await importPenalty(database, 1)).toBe(1)
    expect(await importPenalty(database, 1)).toBe(0)
    expect(await importPenalty(database, 2)).toBe(1)
  })

  it('increases when records are hidden or shown again', async () => {
    const database = await freshDatabase()
    const { db } = database
    await importPenalty(database, 1)
    const revision = createRecordRevision(db)
    const before = await revision()
    const suppressions = createSuppressionService({
      db,
      clock: { now: () => BUILT_AT },
      random,
      audit: async () => {},
      operatorAudit: async () => {},
    })
    const { id } = await db.selectFrom('record').select('id').executeTakeFirstOrThrow()
    const added = await suppressions.addRecord({ recordId: id, reason: '演示：核实中', operator: '' })
    expect(await revision()).toBe(before + 1)
    await suppressions.remove({ id: added.ok ? added.value.id : '', reason: '演示：已核实', operator: '' })
    expect(await revision()).toBe(before + 2)
  })
})
