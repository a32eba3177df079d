import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { importRecordFile } from '../../../test/importers/import-records.ts'
import { testFile } from '../../../test/importers/import-tables.ts'

const company = { companyName: '澜山演示贸易有限公司', companyCreditCode: '91990001MA0TE5T16H' }

/** Values of a file, each with the reason of its rejection; null: it is stored. */
const rows: [row: object, reason: string | null][] = [
  [{ value: '15400000001', type: '手机', contactName: '演示甲📞' }, null],
  [{ value: '15400000002', type: '固话' }, '这是手机，不是固话'],
  [{ value: '990001198001011234' }, '是身份证号码，不是联系方式'],
  [{ value: Array.from({ length: 40 }, (_, at) => 15_400_000_000 + at).join('、') }, '一格只能有一个号码'],
  [{ value: '演示市演示路1号2单元301室' }, '是地址，不是联系方式'],
  [{ value: '📱15400000003' }, '含有表情符号'],
  [{ value: '=cmd|calc' }, '是公式，不是联系方式'],
  [{ value: '@SUM(A1)' }, '是公式，不是联系方式'],
  [{ value: '0990-2345678', area: '演示路1号301室' }, '是地址，不是地区'],
  [{ value: '0990-2345678', area: '演示东省演示市', sourceTitle: '=HYPERLINK("x")' }, null],
  [{ value: '0990-2345679', contactName: '演示乙，身份证99000119800101123X，住演示市秘密路1号' }, null],
  [{ value: '0990-2345670', state: '演示' }, null],
  [{ value: '' }, '没有这一项，认不出是哪条记录'],
  [{ value: '\u0000' }, '含有控制字符'],
]

describeBothDatabases('a hostile file of contacts', (freshDatabase) => {
  it('has each row stored, or rejected with its reason; nothing personal is stored', async () => {
    const { db, ...database } = await freshDatabase()
    const file = await testFile(rows.map(([row]) => `${JSON.stringify({ ...company, ...row })}\n`).join(''), 'c.ndjson')
    const summary = await importRecordFile({ db, ...database }, 'contact', { file })
    const rejects = (await readFile(`${file}.rejects.ndjson`, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line): { line: number; reason: string } => JSON.parse(line))
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual(
      rows.flatMap(([, reason], at) => (reason === null ? [] : [[at + 1, reason]])),
    )
    expect(summary).toMatchObject({ created: 4, rejected: 10 })
    expect([...summary.warnings.keys()]).toEqual(['state'])
    const stored = JSON.stringify(await db.selectFrom('record').selectAll().execute())
    expect(stored).not.toMatch(/\d{17}[\dX]|秘密路|15400000002/)
  })

  it('leaves the number key as a subject that is not a company', async () => {
    const database = await freshDatabase()
    const file = await testFile(`${JSON.stringify({ ...company, value: '(0990) 2345678转8' })}\n`, 'c.ndjson')
    await importRecordFile(database, 'contact', { file })
    const subjects = await database.db.selectFrom('record_subject').select(['subject_key', 'identity']).execute()
    expect(subjects.toSorted((a, b) => (a.subject_key < b.subject_key ? -1 : 1))).toEqual([
      { subject_key: `c:${company.companyCreditCode}`, identity: null },
      { subject_key: 't:09902345678', identity: `c:${company.companyCreditCode}` },
    ])
    expect(await database.db.selectFrom('subject_name').select('subject_key').execute()).toEqual([
      { subject_key: `c:${company.companyCreditCode}` },
    ])
  })
})
