import { expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { dumpRecords, importRecords } from '../../../test/importers/import-records.ts'

const code = '91990001MA0TE5T16H'
const company = { companyName: '澜山演示贸易有限公司', companyCreditCode: code }
const penalty = (docNo: string, asOf: string, more: object = {}) => ({
  docNo,
  office: '演示市市场监督管理局',
  decisionDate: '2026-01-10',
  asOf,
  ...more,
})

type File = { sourceId: string; removals?: boolean; rows: object[] }

/** Two sources that state five penalties and withdraw some of them. */
const files: File[] = [
  {
    sourceId: 'demo-a',
    rows: [
      penalty('1', '2026-03', { ...company, reason: '广告违法', fineAmount: 2 }),
      penalty('2', '2026-03', company),
      penalty('3', '2026-03', company),
      penalty('4', '2026-06', company),
    ],
  },
  {
    sourceId: 'demo-b',
    rows: [
      penalty('1', '2026-06-30', { companyName: company.companyName, reason: '虚假宣传', displayUntil: '2026-12-01' }),
      penalty('2', '2026-02', { ...company, legalRep: '演示甲' }),
    ],
  },
  { sourceId: 'demo-a', removals: true, rows: [penalty('2', '2026-03', company), penalty('4', '2026-05', company)] },
  { sourceId: 'demo-b', removals: true, rows: [penalty('3', '2026-04', company), penalty('5', '2026-04', company)] },
]

async function importAll(database: TestDatabase, order: readonly File[]) {
  for (const { rows, ...request } of order) {
    expect(await importRecords(database, 'punishment', rows, request)).toMatchObject({ rejected: 0 })
  }
  return dumpRecords(database.db)
}

describeDatabases('files of two sources', (freshDatabase) => {
  it('end in the same state in any order, including removals', async () => {
    const expected = await importAll(await freshDatabase(), files)
    // Each file comes first once and last once, and all of them once in reverse. statement.test.ts tries every order.
    const turned = files.map((_file, at) => [...files.slice(at), ...files.slice(0, at)]).slice(1)
    for (const order of [...turned, files.toReversed()]) {
      const database = await freshDatabase()
      expect(await importAll(database, order)).toEqual(expected)
      await database.remove()
    }
  }, 120_000)

  it('merge into one record: the newer statement counts, missing fields are filled, both sources are stored', async () => {
    const database = await freshDatabase()
    await importAll(database, files)
    const records = await database.db.selectFrom('record').selectAll().execute()
    const byDocNo = new Map(records.map((row) => [JSON.parse(row.content).docNo, row]))
    expect(JSON.parse(byDocNo.get('1')?.content ?? '')).toMatchObject({
      reason: '虚假宣传',
      fineAmount: { value: 2, unit: '万元' },
    })
    expect(byDocNo.get('1')).toMatchObject({
      source_id: 'demo-b',
      as_of: '2026-06-30',
      display_until: '2026-12-01',
      subjects: `[["c:${code}",null]]`,
    })
    const sources = await database.db
      .selectFrom('record_source')
      .select('source_id')
      .where('record_id', '=', byDocNo.get('1')?.id ?? '')
      .orderBy('source_id')
      .execute()
    expect(sources.map((source) => source.source_id)).toEqual(['demo-a', 'demo-b'])
  })

  it('withdraw a removed record until a newer statement restores it', async () => {
    const database = await freshDatabase()
    await importAll(database, files)
    const standings = async () => {
      const rows = await database.db.selectFrom('record').select(['content', 'standing']).execute()
      return rows.map(({ content, standing }) => `${JSON.parse(content).docNo} ${standing}`).toSorted()
    }
    // The fourth was stated again after its withdrawal; of the fifth only the withdrawal is known.
    expect(await standings()).toEqual(['1 current', '2 withdrawn', '3 withdrawn', '4 current', '5 withdrawn'])
    await importRecords(database, 'punishment', [penalty('2', '2026-03', company), penalty('3', '2026-05', company)])
    expect(await standings()).toEqual(['1 current', '2 withdrawn', '3 current', '4 current', '5 withdrawn'])
  })
})
