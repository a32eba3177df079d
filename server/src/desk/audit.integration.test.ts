import { SEARCHED_ROWS } from '@baiqicha/contract/desk/action'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { act, addOperator, answerOf, auditOf, openTestDesk } from '../../test/http/desk.ts'
import { chinaDay } from '../domain/clock.ts'

const DAY = 86_400_000

describeDatabases('the audit at the desk', (freshDatabase) => {
  /** Two hidden numbers, hidden 40 days apart by two operators. */
  async function open() {
    const desk = await openTestDesk(await freshDatabase())
    const hide = async (name: string, number: string, reason: string) => {
      const operator = await addOperator(desk, ['review'], name)
      await act(desk, operator, 'numbers add', { number, reason })
    }
    const first = desk.clock.time
    await hide('演示甲', '0990-2345678', '演示：企业来函')
    desk.clock.time += 40 * DAY
    await hide('演示乙', '0990-2345679', '=演示：法院来函')
    const administrator = await addOperator(desk, ['administrator'])
    const reasons = async (filters: object) => {
      return (await answerOf(desk, administrator, 'audit list', { action: 'numberHidden', ...filters })).rows.map(
        ({ reason }) => reason,
      )
    }
    return { desk, administrator, reasons, first }
  }

  it('is searched by operator, days and text, the text within 30 days unless a first day is given', async () => {
    const { desk, reasons, first } = await open()
    expect(await reasons({})).toEqual(['=演示：法院来函', '演示：企业来函'])
    expect(await reasons({ operator: '演示甲' })).toEqual(['演示：企业来函'])
    expect(await reasons({ operator: 'cli:演示甲' })).toEqual([])
    expect(await reasons({ to: chinaDay(first) })).toEqual(['演示：企业来函'])
    expect(await reasons({ from: chinaDay(desk.clock.time) })).toEqual(['=演示：法院来函'])
    expect(await reasons({ search: '来函' })).toEqual(['=演示：法院来函'])
    expect(await reasons({ search: '来函', from: chinaDay(first) })).toHaveLength(2)
    expect(await reasons({ search: '%' })).toEqual([])
  })

  it('is searched 5,000 rows at a time', async () => {
    const { desk, administrator, reasons } = await open()
    const { db } = desk.database
    const row = await db
      .selectFrom('operator_audit')
      .selectAll()
      .where('action', '=', 'numberHidden')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    const newer = Array.from({ length: SEARCHED_ROWS }, (_, at) => ({
      ...row,
      id: `p-newer-${at}`,
      number: 1_000 + at,
      reason: '演示',
    }))
    for (let at = 0; at < SEARCHED_ROWS; at += 1_000) {
      await db
        .insertInto('operator_audit')
        .values(newer.slice(at, at + 1_000))
        .execute()
    }
    const search = { action: 'numberHidden', search: '来函' }
    const { data } = await act(desk, administrator, 'audit list', search)
    expect(data).toEqual({ rows: [], next: (row.number ?? 0) + 1 })
    expect(await reasons({ ...search, before: (row.number ?? 0) + 1 })).toEqual(['=演示：法院来函'])
  })

  it('is exported as CSV without formulas, and the export is audited', async () => {
    const { desk, administrator } = await open()
    const { csv, rows } = await answerOf(desk, administrator, 'audit export', { action: 'numberHidden' })
    expect(rows).toBe(2)
    const [head, newest] = csv.split('\r\n')
    expect(head).toBe('\uFEFF"行号","时间","操作员","来自","操作","对象","变化","之前","之后","理由"')
    expect(newest).toContain('"desk:演示乙","10.8.0.12","隐藏号码"')
    expect(newest).toContain('"隐藏：否 → 是"')
    expect(newest).toContain(`"'=演示：法院来函"`)
    const exported = await auditOf(desk.database.db, 'auditExported').select('after').execute()
    expect(exported).toEqual([{ after: '{"action":"numberHidden","rows":2}' }])
  })
})
