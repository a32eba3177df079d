import { importTable } from '@baiqicha/contract/desk/uploads'
import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { describeDatabases } from '../../test/databases/databases.ts'
import { act, addOperator, answerOf, auditOf, freshTotp, openTestDesk } from '../../test/http/desk.ts'
import { importRows } from '../../test/importers/import-tables.ts'
import { fictionalCode } from '../../test/importers/register-files.ts'

describeDatabases('imports at the desk', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const rows = [
      { name: '演示甲有限公司', creditCode: fictionalCode(1) },
      { name: '', creditCode: '错码' },
    ]
    const { number } = await importRows(database, rows)
    const desk = await openTestDesk(database)
    return { desk, number, operator: await addOperator(desk, ['data']) }
  }

  it('are listed, and their rejected rows are an audited file with the values as stated', async () => {
    const { desk, number, operator } = await open()
    const { items } = await answerOf(desk, operator, 'imports list')
    expect(items).toMatchObject([
      { number, state: 'done', kind: '企业', sourceId: 'demo', rowsRead: 2, created: 1, rejected: 1 },
    ])
    const file = await act(desk, operator, 'imports rejects', { number })
    const { csv, rows } = z.parse(importTable['imports rejects'].output, file.data)
    expect([rows, csv]).toEqual([1, expect.stringContaining('错码')])
    const audited = await auditOf(desk.database.db, 'importRejectsExported').select(['subject', 'operator']).execute()
    expect(audited).toEqual([{ subject: String(number), operator: `desk:${operator.name}` }])
  })

  it('are undone with a fresh code in a thread, which audits the operator and his address', async () => {
    const { desk, number, operator } = await open()
    const undo = (input: object) => act(desk, operator, 'imports undo', { number, ...input })
    expect((await undo({ dryRun: true })).data).toEqual({ isDone: false, unmatched: null })
    expect((await undo({ dryRun: false })).code).toBe(resultCode.freshCodeNeeded)
    expect((await undo({ dryRun: false, totp: freshTotp(desk, operator) })).code).toBe(0)
    const { db } = desk.database
    const state = async () =>
      (await db.selectFrom('import_history').select('state').where('number', '=', number).executeTakeFirstOrThrow())
        .state
    await expect.poll(state, { timeout: 30_000 }).toBe('undone')
    const audited = await auditOf(db, 'importUndone').select(['operator', 'origin']).execute()
    expect(audited).toEqual([{ operator: `desk:${operator.name}`, origin: '10.8.0.12' }])
    expect(await undo({ dryRun: true })).toMatchObject({ message: `导入 ${number} 已经撤销。` })
  })
})
