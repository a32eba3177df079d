import { readFile } from 'node:fs/promises'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { dumpRecords, importRecordFile, importRecords } from '../../../test/importers/import-records.ts'
import { testFile } from '../../../test/importers/import-tables.ts'
import { compileMapping } from '../file/mapping.ts'
import { columnsOf } from './record-formats.ts'

const [codeA, codeB] = ['91990001MA0TE5T16H', '91990002MA0FCT021R']
const [nameA, nameB] = ['澜山演示贸易有限公司', '澜海演示贸易有限公司']

const penalty = (docNo: string, more: object = {}) => ({
  docNo,
  office: '演示市市场监督管理局',
  companyName: nameA,
  companyCreditCode: codeA,
  decisionDate: '2026-01-10',
  asOf: '2026-06',
  ...more,
})
const judgment = (number: number, more: object = {}) => ({
  caseName: '演示买卖合同纠纷',
  caseNo: `(2024)演0101民初${number}号`,
  judgeDate: '2024年3月1日',
  ...more,
})

const rowsOf = (database: TestDatabase) => database.db.selectFrom('record').selectAll().orderBy('id').execute()
const subjectsOf = (database: TestDatabase) =>
  database.db.selectFrom('record_subject').selectAll().orderBy('subject_key').orderBy('record_id').execute()

describeBothDatabases('importing records', (freshDatabase) => {
  it('stores the fields of the kind, under each subject of the row', async () => {
    const database = await freshDatabase()
    const row = judgment(1, {
      docType: '民事判决书',
      caseType: '演示类',
      amount: '1,000 元',
      sex: '男',
      parties: [
        { role: '原告', name: nameB },
        { role: '第三人', name: nameA },
        { role: '被告', name: nameA, creditCode: codeA },
        { role: '证人', name: '演示甲', phone: '13812345678' },
      ],
    })
    const summary = await importRecords(database, 'judicialDocument', [row])
    expect(summary).toMatchObject({ created: 1, rejected: 0 })
    expect([...summary.warnings.keys()]).toEqual(['caseType'])
    const [stored] = await rowsOf(database)
    expect(stored).toMatchObject({
      status: '当前有效',
      standing: 'current',
      published_on: '2024-03-01',
      subjects: JSON.stringify([
        [`n:${nameB}`, '原告'],
        [`c:${codeA}`, '被告'],
      ]),
    })
    expect(JSON.parse(stored?.content ?? '')).toEqual({
      caseName: '演示买卖合同纠纷',
      caseNo: '（2024）演0101民初1号',
      amount: { value: 1000, unit: '元' },
      caseType: '其他',
      docType: '判决书',
      judgeDate: '2024-03-01',
      parties: [
        { role: '原告', name: nameB, type: 1, cid: `n:${nameB}`, statement: null },
        { role: '第三人', name: nameA, type: 1, cid: `c:${codeA}`, statement: null },
        { role: '被告', name: nameA, type: 1, cid: `c:${codeA}`, statement: null },
        { role: '证人', name: '演示甲', type: 2, cid: null, statement: null },
      ],
    })
    expect(await subjectsOf(database)).toMatchObject([
      { subject_key: `c:${codeA}`, identity: '被告', severity: 2, facets: expect.stringContaining('|year=2024|') },
      { subject_key: `n:${nameB}`, identity: '原告', severity: 1, cases: expect.stringContaining('|（2024）') },
    ])
    expect(await database.db.selectFrom('subject_name').selectAll().execute()).toEqual([
      { name_key: nameA, subject_key: `c:${codeA}` },
    ])
  })

  it('stores when the newest import of the source ended', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'judicialDocument', [judgment(1)], { dryRun: true })
    expect(await database.db.selectFrom('source_import').selectAll().execute()).toEqual([])
    await importRecords(database, 'judicialDocument', [judgment(1)])
    await importRecords(database, 'judicialDocument', [judgment(2)])
    const imports = await database.db.selectFrom('source_import').selectAll().execute()
    expect(imports).toEqual([{ source_id: 'demo-a', imported_at: BUILT_AT }])
  })

  it('reads a CSV with lists in cells, and reports unused columns', async () => {
    const database = await freshDatabase()
    const file = await testFile(
      ['案号,案由,当事人,特别', `[2025] 演0101 民初 5 号,劳动争议,原告:演示甲；被告:${nameA}|${codeA},x`, ''].join(
        '\n',
      ),
    )
    const fields = { caseNo: '案号', cause: '案由', parties: '当事人', court: { value: '演示市示例区人民法院' } }
    const text = JSON.stringify({ id: 'x', about: 'x', requireColumns: true, parts: [{ fields }] })
    const mapping = compileMapping(columnsOf(recordKinds.courtAnnouncement), text, 'x')
    const summary = await importRecordFile(database, 'courtAnnouncement', { file, mapping })
    expect(summary).toMatchObject({ created: 1, unusedColumns: ['特别'] })
    expect(await subjectsOf(database)).toMatchObject([
      { subject_key: `c:${codeA}`, identity: '被告', facets: '|labour=劳动争议|', cases: '|（2025）演0101民初5号|' },
    ])
  })

  it('stores one decision against two companies as a record of each, however often it is repeated', async () => {
    const database = await freshDatabase()
    const rows = [penalty('1'), penalty('1', { companyName: nameB, companyCreditCode: undefined })]
    expect(await importRecords(database, 'punishment', rows)).toMatchObject({ created: 2, changed: 0 })
    expect(await importRecords(database, 'punishment', rows)).toMatchObject({ created: 0, unchanged: 2 })
    expect(await subjectsOf(database)).toMatchObject([{ subject_key: `c:${codeA}` }, { subject_key: `n:${nameB}` }])
  })

  it('writes changed records only', async () => {
    const database = await freshDatabase()
    const rows = [penalty('1'), penalty('2')]
    await importRecords(database, 'punishment', rows)
    const before = await dumpRecords(database.db)
    expect(await importRecords(database, 'punishment', rows)).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
    expect(await dumpRecords(database.db)).toEqual(before)
    const changed = [penalty('1', { fineAmount: 20, companyCreditCode: undefined }), penalty('2', { asOf: '2025' })]
    expect(await importRecords(database, 'punishment', changed)).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await subjectsOf(database)).toMatchObject([
      { subject_key: `c:${codeA}`, severity: 1 },
      { subject_key: `n:${nameA}`, severity: 2 },
    ])
  })

  it('writes each rejected row and lost value with field and reason, and counts rows that the law excludes', async () => {
    const database = await freshDatabase()
    const rows = [
      judgment(1, { parties: [{ role: '被告', name: nameA }] }),
      judgment(2),
      judgment(3, { judgeDate: '2024-02-30', parties: `被告:${nameA}` }),
      { caseName: '演示', parties: `被告:${nameA}` },
      judgment(4, { cause: '离婚纠纷', parties: `被告:${nameA}` }),
      judgment(5, { recordStatus: '不明', parties: `被告:${nameA}` }),
      judgment(6, { asOf: '去年', parties: `被告:${nameA}` }),
      judgment(7, { parties: [{ role: '被告' }] }),
    ]
    const file = await testFile(rows.map((row) => JSON.stringify(row)).join('\n'), 'x.ndjson')
    const summary = await importRecordFile(database, 'judicialDocument', { file })
    expect(summary).toMatchObject({ rowsRead: 8, created: 2, excluded: 1, rejected: 5 })
    const rejects = (await readFile(`${file}.rejects.ndjson`, 'utf8')).trimEnd().split('\n')
    expect(rejects.map((line) => JSON.parse(line)).map(({ line, field }) => [line, field])).toEqual([
      [2, null],
      [3, 'judgeDate'],
      [4, 'caseNo'],
      [6, 'recordStatus'],
      [7, 'asOf'],
      [8, 'parties'],
    ])
  })

  it('stores nothing in a dry run', async () => {
    const database = await freshDatabase()
    const summary = await importRecords(database, 'punishment', [penalty('1'), {}], { dryRun: true })
    expect(summary).toMatchObject({ rowsRead: 2, created: 1, rejected: 1 })
    expect(await dumpRecords(database.db)).toEqual({ records: [], sources: [], subjects: [], names: [], feeds: [] })
    expect(await database.db.selectFrom('import_run').selectAll().execute()).toEqual([])
  })

  it('resumes where it stopped, and ends in the same state', async () => {
    const rows = Array.from({ length: 2_500 }, (_none, at) => (at % 50 === 0 ? {} : penalty(String(at % 1_900))))
    const file = await testFile(rows.map((row) => JSON.stringify(row)).join('\n'), 'x.ndjson')
    const whole = await freshDatabase()
    await importRecordFile(whole, 'punishment', { file })
    const database = await freshDatabase()
    await expect(importRecordFile(database, 'punishment', { file, maxRejectShare: 0.01 })).rejects.toThrow(/2\.0%/)
    expect(await database.db.selectFrom('record_feed').selectAll().execute()).toEqual([])
    const summary = await importRecordFile(database, 'punishment', { file })
    expect(summary).toMatchObject({ rowsRead: 2_500, resumedAt: 1_000, rejected: 50 })
    expect(await dumpRecords(database.db)).toEqual(await dumpRecords(whole.db))
    expect(await importRecordFile(database, 'punishment', { file, skipIfDone: true })).toMatchObject({ skipped: true })
  })

  it('stores the newest as-of of a connected source, and never lowers it', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'punishment', [penalty('1', { asOf: '2026-06' }), penalty('2', { asOf: '2026-03' })])
    await importRecords(database, 'punishment', [penalty('3', { asOf: '2025' })])
    await importRecords(database, 'punishment', [penalty('4')], { removals: true, sourceId: 'demo-b' })
    // A file without rows still connects the source to the kind.
    const file = await testFile('taxpayerName,publishDate\n')
    await importRecordFile(database, 'taxViolation', { file, sourceId: 'real' })
    const feeds = database.db.selectFrom('record_feed').select(['kind', 'source_id', 'as_of', 'is_demo'])
    expect(await feeds.orderBy('kind').execute()).toEqual([
      { kind: 'punishment', source_id: 'demo-a', as_of: '2026-06', is_demo: 1 },
      { kind: 'taxViolation', source_id: 'real', as_of: '2026-06-30', is_demo: 0 },
    ])
  })

  it('queues the companies of changed records for the index, by code, name or number', async () => {
    const database = await freshDatabase()
    const companies = [
      buildCompany({ name: nameA, credit_code: codeA }),
      buildCompany({ name: nameB, credit_code: null }),
      buildCompany({ name: '澜江演示贸易有限公司', registration_number: '990001131419677' }),
      buildCompany({ name: '澜湖演示贸易有限公司' }),
    ]
    await insertCompanies(database.db, companies)
    await database.db.deleteFrom('company_change').execute()
    await importRecords(database, 'punishment', [
      penalty('1'),
      penalty('2', { companyName: nameB, companyCreditCode: codeB }),
      penalty('3', { companyName: undefined, companyCreditCode: '', companyRegistrationNumber: '990001131419677' }),
    ])
    await importRecords(database, 'branch', [{ name: '演示分公司', companyCreditCode: codeA }])
    const changes = await database.db.selectFrom('company_change').select('company_id').execute()
    expect(changes.map((change) => change.company_id).toSorted()).toEqual(
      companies
        .slice(0, 3)
        .map(({ row }) => row.id)
        .toSorted(),
    )
  })

  it('does not change the marks of corrections', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'punishment', [penalty('1')])
    await database.db.updateTable('record').set({ disputed_at: 5, is_hidden: 1 }).execute()
    await importRecords(database, 'punishment', [penalty('1', { reason: '广告违法' })])
    expect(await rowsOf(database)).toMatchObject([{ disputed_at: 5, is_hidden: 1 }])
    expect(await subjectsOf(database)).toMatchObject([{ is_disputed: 1, is_hidden: 1 }])
  })

  it('derives the standing of a record from its status and from its fields', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'punishment', [
      penalty('1'),
      penalty('2', { displayUntil: '2026-12-31' }),
      penalty('3', { recordStatus: '已修复' }),
      penalty('4', { recordStatus: '异议处理中' }),
      penalty('5', { recordStatus: '已撤销' }),
      penalty('6', { removedAt: '2026-05-01', removedReason: '演示' }),
    ])
    const pledge = { targetCompany: nameA, registerDate: '2026-01-02' }
    await importRecords(database, 'equityPledge', [{ ...pledge, registerNo: '7', status: '注销' }])
    const listed = { companyCreditCode: codeA, addDate: '2025-01-01', removeDate: '2025-06-01' }
    await importRecords(database, 'businessRisk', [{ ...listed, addReason: '8' }])
    const views = (await rowsOf(database)).map((row) => {
      const { docNo, registerNo, addReason } = JSON.parse(row.content)
      return [docNo ?? registerNo ?? addReason, row.standing, row.status, row.display_until, row.removed_on]
    })
    expect(views.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['1', 'current', '当前有效', '2027-01-10', null],
      ['2', 'current', '当前有效', '2026-12-31', null],
      ['3', 'history', '已修复', null, null],
      ['4', 'disputed', '异议处理中', '2027-01-10', null],
      ['5', 'withdrawn', '已撤销', null, null],
      ['6', 'current', '当前有效', '2027-01-10', '2026-05-01'],
      ['7', 'history', '历史', null, null],
      ['8', 'history', '历史', null, null],
    ])
  })
})

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
