import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { act, addOperator, answerOf, freshTotp, openTestDesk } from '../../test/http/desk.ts'
import { importRows } from '../../test/importers/import-tables.ts'
import { fictionalCode } from '../../test/importers/register-files.ts'

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
