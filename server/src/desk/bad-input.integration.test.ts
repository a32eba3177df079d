import { deskPath } from '@baiqicha/contract/desk/actions'
import { correctionTable } from '@baiqicha/contract/desk/corrections'
import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { fillWithRecord, objection } from '../../test/http/corrections.ts'
import { act, addOperator, auditOf, freshTotp, openTestDesk, send, type TestOperator } from '../../test/http/desk.ts'
import { report } from '../../test/http/feedback.ts'

const MINUTE = 60_000
const ended = { code: resultCode.noSession, message: '请登录后继续' }
const QUEUE = 2_000

describeDatabases('the desk says', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const desk = await openTestDesk(database)
    const test = await openTestApp(database.db)
    const { company, record } = await fillWithRecord(database.db)
    const { token } = await signIn(test)
    const about = { companyId: company.id, recordId: record.id }
    const number = (await call(test.app, 'submitCorrection', objection(about), { token })).data?.number ?? ''
    return { desk, test, token, number, company }
  }

  it('请求有误 to wrong types, NUL, lone surrogates and a body over 64 KiB', async () => {
    const { desk, number } = await open()
    const { cookie } = await addOperator(desk, ['review'])
    const bodies: [string, object][] = [
      ['a number as text', { number: 7, note: '' }],
      ['a missing field', { number }],
      ['a list', [number, '']],
      ['NUL', { number, note: 'a\0b' }],
      ['a lone surrogate', { number, note: '\ud800' }],
      ['a long note', { number, note: 'x'.repeat(501) }],
      ['a long body', { number, note: 'x'.repeat(65_536) }],
    ]
    for (const [name, body] of bodies) {
      const sent = await send(desk, deskPath('corrections examine'), body, { cookie })
      expect.soft({ name, ...sent }).toMatchObject({ name, code: resultCode.badRequest })
      expect.soft([name, sent.message]).toEqual([name, expect.stringMatching(/^请求有误/)])
    }
  })

  it('who was faster, when two operators decide at the same time', async () => {
    const { desk, number } = await open()
    const operators = [await addOperator(desk, ['review'], '演示乙'), await addOperator(desk, ['review'], '演示丙')]
    const decide = (operator: TestOperator) =>
      act(desk, operator, 'corrections decide', { number, result: '维持', note: '演示：核实', staysHidden: false })
    const answers = await Promise.all(operators.map(decide))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, resultCode.actionRefused]))
    const faster = operators[answers.findIndex(({ code }) => code === 0)]?.name
    const late = answers.find(({ code }) => code !== 0)
    expect(late?.message).toMatch(new RegExp(`^这件纠错已办结.*${faster} 已于 .+ 决定异议（.*结果：维持）$`))
    const decisions = await auditOf(desk.database.db, 'correctionDecided').select('id').execute()
    expect(decisions).toHaveLength(1)
  })

  it('请登录后继续 when the role of the operator ended while a form was open, and after half an hour without use', async () => {
    const { desk, number } = await open()
    const [operator, idle] = [await addOperator(desk, ['review']), await addOperator(desk, ['review'], '演示乙')]
    const administrator = await addOperator(desk, ['administrator'])
    const totp = freshTotp(desk, administrator)
    await act(desk, administrator, 'operators roles', { name: operator.name, roles: ['support'], totp })
    const examine = (of: TestOperator) => act(desk, of, 'corrections examine', { number, note: '' })
    expect(await examine(operator)).toMatchObject(ended)
    desk.clock.time += 30 * MINUTE
    expect(await examine(idle)).toMatchObject(ended)
  })

  it('an answer with HTML as the text that was typed', async () => {
    const { desk, test, token } = await open()
    const operator = await addOperator(desk, ['support'])
    const content = '演示：<b>搜索</b>结果页空白。'
    const number = (await call(test.app, 'saveFeedback', report({ content }), { token })).data?.number ?? ''
    const text = '演示：<img src=x onerror=alert(1)>已修复。'
    await act(desk, operator, 'feedback answer', { number, text })
    const shown = await act(desk, operator, 'feedback show', { number })
    expect(shown.data).toMatchObject({ entries: [{ content }, { content: text }] })
    const thread = await call(test.app, 'feedbackDetail', { number }, { token })
    expect(thread.data?.entries.map((entry) => entry.content)).toEqual([content, text])
  })

  it('each of 2,000 open objections once, by due date', async () => {
    const { desk, company, number: first } = await open()
    const operator = await addOperator(desk, ['review'])
    const { db } = desk.database
    const row = await db.selectFrom('correction').selectAll().where('number', '=', first).executeTakeFirstOrThrow()
    for (let at = 0; at < QUEUE; at += 100) {
      const rows = Array.from({ length: 100 }, (_, more) => ({
        ...row,
        number: `JC20261122-${String(at + more).padStart(8, '0')}`,
        company_id: company.id,
        record_id: `r-${at + more}`,
        // Several have the same due date.
        due_at: row.due_at + Math.floor((at + more) / 7),
      }))
      await db.insertInto('correction').values(rows).execute()
    }
    const seen: string[] = []
    const due: number[] = []
    let after: string | null = null
    do {
      const { data } = await act(desk, operator, 'corrections list', { after })
      const page: z.output<(typeof correctionTable)['corrections list']['output']> = z.parse(
        correctionTable['corrections list'].output,
        data,
      )
      expect(page.total).toBe(QUEUE + 1)
      seen.push(...page.items.map(({ number }) => number))
      due.push(...page.items.map(({ dueAt }) => dueAt))
      after = page.next
    } while (after !== null)
    expect(new Set(seen).size).toBe(QUEUE + 1)
    expect(due).toEqual(due.toSorted((a, b) => a - b))

    // Seven share each of the first due dates: seven are overdue a moment after theirs, and all others are due soon.
    desk.clock.time = row.due_at + 1
    const later = await addOperator(desk, ['review'], '演示乙')
    for (const [queue, total] of [
      ['overdue', 8],
      ['soon', QUEUE - 7],
      ['open', QUEUE + 1],
      ['decided', 0],
    ]) {
      const { data } = await act(desk, later, 'corrections list', { queue })
      expect
        .soft({ queue, ...z.parse(z.looseObject({}), data) })
        .toMatchObject({ queue, total, overdue: 8, soon: QUEUE - 7 })
    }
  })
})
