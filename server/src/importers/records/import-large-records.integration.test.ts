import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { dumpRecords, importRecords } from '../../../test/importers/import-records.ts'

/** More than three of the batches at the beginning of a file. */
const ROWS = 3_500
const RECORDS = 800

/** Every batch states records of the one before, as of a later day. */
const rows = Array.from({ length: ROWS }, (_, at) => ({
  docNo: `演市监处罚${at % RECORDS}号`,
  office: '演示市局',
  companyName: `演示第${at % RECORDS}有限公司`,
  decisionDate: '2026-02-03',
  reason: `事由${at}`,
  asOf: new Date(Date.UTC(2010, 0, 1 + at)).toISOString().slice(0, 10),
}))

describeBothDatabases('a large file of records', (freshDatabase) => {
  it('ends in the same state as a small one, with the newest statement of each record', async () => {
    const small = await freshDatabase()
    const summary = await importRecords(small, 'punishment', rows)
    expect(summary).toMatchObject({ rowsRead: ROWS, created: RECORDS, rejected: 0 })
    const large = await freshDatabase()
    expect(await importRecords(large, 'punishment', rows, { largeFrom: 0 })).toEqual(summary)
    const stored = await dumpRecords(large.db)
    expect(stored).toEqual(await dumpRecords(small.db))
    expect(stored.records.filter((text) => /事由(2[7-9]|3[0-4])\d\d/.test(text))).toHaveLength(RECORDS)
  })
})
