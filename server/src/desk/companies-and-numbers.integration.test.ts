import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import {
  act,
  addOperator,
  answerOf,
  auditOf,
  freshTotp,
  openTestDesk,
  type TestDesk,
  type TestOperator,
} from '../../test/http/desk.ts'
import { importRows } from '../../test/importers/import-tables.ts'
import { fictionalCode } from '../../test/importers/register-files.ts'

const REASON = '演示：企业来函'

async function listOf(desk: TestDesk, operator: TestOperator, after: string | null = null) {
  return answerOf(desk, operator, 'numbers list', { after })
}

describeDatabases('hidden numbers at the desk', (freshDatabase) => {
  async function open() {
    const desk = await openTestDesk(await freshDatabase())
    return { desk, operator: await addOperator(desk, ['review']) }
  }

  it('are listed masked with their reason, and lifted by their reference', async () => {
    const { desk, operator } = await open()
    const numbers = ['0990-2345678', '15400000001', 'ops@example.com']
    for (const number of numbers) {
      desk.clock.time += 1
      expect((await act(desk, operator, 'numbers add', { number, reason: REASON })).code).toBe(0)
    }
    const { items, byOperator } = await listOf(desk, operator)
    expect(byOperator).toBe(3)
    expect(items.map(({ masked }) => masked)).toEqual(['op***@example.com', '154****0001', '099****78'])
    expect(items[0]).toMatchObject({ addedBy: 'operator', reason: REASON, hiddenAt: desk.clock.time })

    const number = items[1]?.reference ?? ''
    expect((await act(desk, operator, 'numbers remove', { number, reason: REASON })).code).toBe(0)
    expect((await listOf(desk, operator)).items.map(({ masked }) => masked)).toEqual(['op***@example.com', '099****78'])
    expect(await act(desk, operator, 'numbers remove', { number: '15400000001', reason: REASON })).toMatchObject({
      code: resultCode.actionRefused,
      message: '该号码未隐藏。',
    })
    const audited = await auditOf(desk.database.db, 'numberShown').select('subject').execute()
    expect(audited).toEqual([{ subject: number }])
  })

  it('are paged, newest first', async () => {
    const { desk, operator } = await open()
    for (let at = 0; at < 52; at += 1) {
      desk.clock.time += 1
      await act(desk, operator, 'numbers add', { number: `0990-23456${String(at).padStart(2, '0')}`, reason: REASON })
    }
    const first = await listOf(desk, operator)
    const second = await listOf(desk, operator, first.next)
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 2, null])
    expect(new Set([...first.items, ...second.items].map(({ reference }) => reference)).size).toBe(52)
  })

  it('refuse what is no number and an unknown reference', async () => {
    const { desk, operator } = await open()
    for (const number of ['演示', 'hm-000000000000']) {
      const refused = await act(desk, operator, 'numbers remove', { number, reason: REASON })
      expect.soft([number, refused.code]).toEqual([number, resultCode.actionRefused])
    }
  })
})

const name = '演示甲有限公司'
const creditCode = fictionalCode(1)

describeDatabases('companies at the desk', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const { number } = await importRows(database, [{ name, creditCode, scope: '一', asOf: '2024' }])
    await importRows(database, [{ name: '演示乙有限公司' }, { name: '演示乙有限公司', creditCode: fictionalCode(2) }])
    const desk = await openTestDesk(database)
    const operator = await addOperator(desk, ['data'])
    return { desk, operator, number }
  }

  it('are found by code or name, with the source of each fact and their import', async () => {
    const { desk, operator, number } = await open()
    for (const company of [creditCode, name]) {
      const { sources, imports } = await answerOf(desk, operator, 'companies show', { company })
      expect(imports).toEqual([number])
      expect(sources).toEqual([
        { name: expect.stringContaining('演示'), asOf: '2024', facts: ['信用代码', '企业名称', '经营范围'] },
      ])
    }
    const { code, message } = await act(desk, operator, 'companies show', { company: '演示无此企业' })
    expect([code, message]).toEqual([resultCode.actionRefused, expect.stringContaining('未找到该企业')])
  })

  it('are hidden with a fresh code and a reason, listed, and lifted', async () => {
    const { desk, operator } = await open()
    const hide = (input: object) => act(desk, operator, 'companies hide', { company: creditCode, ...input })
    expect((await hide({ reason: '', dryRun: true })).data).toMatchObject({ name, follows: 0 })
    expect((await hide({ reason: '演示：来函', dryRun: false })).code).toBe(resultCode.freshCodeNeeded)
    expect((await hide({ reason: '', dryRun: false, totp: freshTotp(desk, operator) })).message).toBe('请填写理由。')
    expect((await hide({ reason: '演示：来函', dryRun: false, totp: freshTotp(desk, operator) })).code).toBe(0)
    const { items } = await answerOf(desk, operator, 'companies list')
    expect(items).toMatchObject([{ name, state: 'hidden', reason: '演示：来函', operator: `desk:${operator.name}` }])
    const lifted = await act(desk, operator, 'companies lift', { id: items[0]?.id })
    expect(lifted.data).toEqual({ name, isStored: true })
  })
})
