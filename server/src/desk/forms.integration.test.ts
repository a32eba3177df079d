import { deskPath } from '@baiqicha/contract/desk/actions'
import { correctionTable } from '@baiqicha/contract/desk/corrections'
import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { describeBothDatabases, describeDatabases, type FreshDatabase } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { demoCode, fillWithRecord, objection } from '../../test/http/corrections.ts'
import { act, addOperator, auditOf, freshTotp, openTestDesk, send, type TestOperator } from '../../test/http/desk.ts'
import { report } from '../../test/http/feedback.ts'
import { chinaDay } from '../domain/clock.ts'

const DAY = 86_400_000
const reason = '演示：来函'

const refused = (start: string, change: string) => ({
  code: resultCode.actionRefused,
  message: expect.stringMatching(new RegExp(`^${start}演示乙 已于 .+ ${change}`)),
})

/** Two operators of a role. */
const openForms = (freshDatabase: FreshDatabase) => async (role: 'administrator' | 'support' | 'review' | 'data') => {
  const database = await freshDatabase()
  const desk = await openTestDesk(database)
  return {
    database,
    desk,
    first: await addOperator(desk, [role], '演示乙'),
    second: await addOperator(desk, [role], '演示丙'),
  }
}

describeDatabases('of two operators with the same form, the later is refused by name', (freshDatabase) => {
  const open = openForms(freshDatabase)

  it('when changing roles', async () => {
    const { desk, first, second } = await open('administrator')
    const { name } = await addOperator(desk, ['review'], '演示甲')
    const setRoles = (by: TestOperator, roles: string[], base: string[]) =>
      act(desk, by, 'operators roles', { name, roles, base, totp: freshTotp(desk, by) })
    expect((await setRoles(first, ['review', 'data'], ['review'])).code).toBe(0)
    const late = await setRoles(second, ['review', 'support'], ['review'])
    expect(late).toMatchObject(refused('角色已变，请看过再保存。', '更改角色（'))
    expect((await setRoles(second, ['review', 'support'], ['data', 'review'])).code).toBe(0)
  })

  it('when locking and unlocking an account', async () => {
    const { desk, database, first, second } = await open('support')
    const { userId } = (await signIn(await openTestApp(database.db))).userDetail
    const lock = (by: TestOperator, days: number, lockedAt: number | null) =>
      act(desk, by, 'users lock', { userId, reason, until: chinaDay(desk.clock.time + days * DAY), lockedAt })
    const lockedAt = desk.clock.time
    expect((await lock(first, 3, null)).code).toBe(0)
    expect(await lock(second, 9, null)).toMatchObject(refused('停用状态已变，请看过再保存。', '停用账户'))
    desk.clock.time += 1
    expect((await lock(first, 5, lockedAt)).code).toBe(0)
    const unlock = (by: TestOperator, at: number) => act(desk, by, 'users unlock', { userId, reason, lockedAt: at })
    expect(await unlock(second, lockedAt)).toMatchObject(refused('停用状态已变，请看过再保存。', '停用账户'))
    expect((await unlock(first, desk.clock.time)).code).toBe(0)
    expect(await unlock(second, desk.clock.time)).toMatchObject(refused('这个账户没有停用。', '恢复账户'))
  })

  it('when suppressing the same, and when lifting it', async () => {
    const { desk, database, first, second } = await open('review')
    const { record } = await fillWithRecord(database.db)
    for (const target of [{ recordId: record.id }, { person: '演示甲', company: demoCode }]) {
      const add = (by: TestOperator) =>
        act(desk, by, 'suppress add', { ...target, reason, dryRun: false, totp: freshTotp(desk, by) })
      expect((await add(first)).code).toBe(0)
      expect(await add(second)).toMatchObject(refused('已有相同的屏蔽 s-\\w{20}。', '屏蔽'))
      const [stored] = await database.db.selectFrom('suppression').select('id').execute()
      const lift = (by: TestOperator, why = reason) =>
        act(desk, by, 'suppress remove', { id: stored?.id ?? '', reason: why })
      expect((await lift(first, ' ')).code).toBe(resultCode.badRequest)
      expect((await lift(first)).code).toBe(0)
      expect(await lift(second)).toMatchObject(refused('没有这一条屏蔽。', '解除屏蔽'))
    }
    const lifted = await auditOf(database.db, 'suppressionRemoved').select('reason').execute()
    expect(lifted).toEqual([{ reason }, { reason }])
  })
})

// Concurrent calls depend on the database.
describeBothDatabases('of two operators with the same form, the later is refused by name', (freshDatabase) => {
  const open = openForms(freshDatabase)

  it('when changing the roles at the same time', async () => {
    const { desk, first, second } = await open('administrator')
    const { name } = await addOperator(desk, ['review'], '演示甲')
    const steps = [first, second].map((by) => ({ by, totp: freshTotp(desk, by) }))
    const answers = await Promise.all(
      steps.map(({ by, totp }) => act(desk, by, 'operators roles', { name, roles: ['data'], base: ['review'], totp })),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, resultCode.actionRefused])
  })

  it('when suppressing the same at the same time', async () => {
    const { desk, database, first, second } = await open('review')
    const { record } = await fillWithRecord(database.db)
    const steps = [first, second].map((by) => ({ by, totp: freshTotp(desk, by) }))
    const answers = await Promise.all(
      steps.map(({ by, totp }) => act(desk, by, 'suppress add', { recordId: record.id, reason, dryRun: false, totp })),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, resultCode.actionRefused])
    expect(await database.db.selectFrom('suppression').selectAll().execute()).toHaveLength(1)
  })
})

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
