import { SEARCHED_ROWS } from '@baiqicha/contract/desk/action'
import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { act, addOperator, answerOf, auditOf, openTestDesk } from '../../test/http/desk.ts'
import { report } from '../../test/http/feedback.ts'

const MINUTE = 60_000
const refusal = { code: resultCode.actionRefused, message: /^回复已超过十分钟，或提交人已补充，不能撤回。/ }

describeDatabases('feedback at the desk', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const desk = await openTestDesk(database)
    const test = await openTestApp(database.db)
    const { token } = await signIn(test)
    const operator = await addOperator(desk, ['support'])
    const submit = async (content: string) =>
      (await call(test.app, 'saveFeedback', report({ content }), { token })).data?.number ?? ''
    const thread = async (number: string) => (await call(test.app, 'feedbackDetail', { number }, { token })).data
    const answer = (number: string, text: string) => act(desk, operator, 'feedback answer', { number, text })
    const withdraw = (number: string) => act(desk, operator, 'feedback withdraw', { number })
    return { desk, test, token, operator, submit, thread, answer, withdraw }
  }

  it('loses an answer that is withdrawn within ten minutes, for its sender too', async () => {
    const { desk, test, token, operator, submit, thread, answer, withdraw } = await open()
    const number = await submit('演示：搜索结果页空白，无法使用。')
    await answer(number, '演示：请刷新。')
    desk.clock.time += MINUTE
    await answer(number, '演示：写错的回复。')
    const shown = await answerOf(desk, operator, 'feedback show', { number })
    expect(shown.withdrawableUntil).toBe(desk.clock.time + 10 * MINUTE)
    desk.clock.time += 10 * MINUTE - 1
    expect((await withdraw(number)).code).toBe(0)
    expect((await thread(number))?.entries.map(({ content }) => content)).toEqual([
      '演示：搜索结果页空白，无法使用。',
      '演示：请刷新。',
    ])
    expect(await thread(number)).toMatchObject({ state: '处理中' })
    expect((await call(test.app, 'userDetail', {}, { token })).data).toMatchObject({ unreadFeedback: 0 })
    const row = await auditOf(desk.database.db, 'feedbackWithdrawn').select(['subject', 'before']).executeTakeFirst()
    expect(row).toEqual({ subject: number, before: '{"state":"已回复","text":"演示：写错的回复。"}' })
  })

  it('keeps an answer after ten minutes, and one that the sender has answered', async () => {
    const { desk, test, token, submit, answer, withdraw } = await open()
    const late = await submit('演示：搜索结果页空白，无法使用。')
    desk.clock.time += MINUTE
    await answer(late, '演示：请刷新。')
    desk.clock.time += 10 * MINUTE
    expect(await withdraw(late)).toMatchObject({ ...refusal, message: expect.stringMatching(refusal.message) })

    const answered = await submit('演示：联系方式打不开，请看看。')
    await answer(answered, '演示：请刷新。')
    test.clock.time = desk.clock.time
    await call(test.app, 'appendFeedback', { number: answered, content: '演示：刷新后仍然如此。' }, { token })
    expect(await withdraw(answered)).toMatchObject({ ...refusal, message: expect.stringMatching(refusal.message) })
  })

  it('takes no second answer of an operator who has not read the first, and names who was faster', async () => {
    const { desk, test, token, operator, submit, thread } = await open()
    const number = await submit('演示：搜索结果页空白，无法使用。')
    const later = await addOperator(desk, ['support'], '演示乙')
    const readUntil = async () => {
      return (await answerOf(desk, later, 'feedback show', { number })).entries.at(-1)?.at ?? 0
    }
    const answer = (by: typeof later, text: string, at: number) =>
      act(desk, by, 'feedback answer', { number, text, readUntil: at })
    const before = await readUntil()
    expect((await answer(operator, '演示：请刷新。', before)).code).toBe(0)
    const late = await answer(later, '演示：请清除缓存。', before)
    expect(late.code).toBe(resultCode.actionRefused)
    expect(late.message).toMatch(new RegExp(`^往来内容已变，请看过再回复。${operator.name} 已于 .+ 回复反馈`))
    expect((await thread(number))?.entries).toHaveLength(2)

    const answered = await readUntil()
    test.clock.time = desk.clock.time + MINUTE
    await call(test.app, 'appendFeedback', { number, content: '演示：刷新后仍然如此。' }, { token })
    expect(await answer(later, '演示：请清除缓存。', answered)).toMatchObject({
      code: resultCode.actionRefused,
      message: '提交人刚有补充，请看过再回复。',
    })
    expect((await answer(later, '演示：请清除缓存。', await readUntil())).code).toBe(0)
  })

  it('is found by a part of its number, its text or a message, in every state or in one', async () => {
    const { desk, operator, submit, answer } = await open()
    const first = await submit('演示：搜索 ABC 结果页空白，无法使用。')
    const second = await submit('演示：联系方式打不开，请看看。')
    await answer(first, '演示：请清除缓存。')
    const find = async (search: string, state: string | null = null) => {
      const { items } = await answerOf(desk, operator, 'feedback list', { search, state })
      return items.map(({ number }) => number)
    }
    expect(await find('abc')).toEqual([first])
    expect(await find('清除缓存')).toEqual([first])
    expect(await find(second.slice(0, 14).toLowerCase())).toEqual([second])
    expect(await find('演示')).toHaveLength(2)
    expect(await find('演示', '已回复')).toEqual([first])
    expect(await find('100%_')).toEqual([])
  })

  it('is searched 5,000 at a time, and at once by its whole number', async () => {
    const { desk, operator, submit } = await open()
    const oldest = await submit('演示：搜索 ABC 结果页空白，无法使用。')
    const { db } = desk.database
    const row = await db.selectFrom('feedback').selectAll().executeTakeFirstOrThrow()
    const newer = Array.from({ length: SEARCHED_ROWS }, (_, at) => ({
      ...row,
      number: `FB20261122-${String(at).padStart(8, '0')}`,
      content: '演示：联系方式打不开，请看看。',
      created_at: row.created_at + 1 + at,
    }))
    for (let at = 0; at < SEARCHED_ROWS; at += 1_000) {
      await db
        .insertInto('feedback')
        .values(newer.slice(at, at + 1_000))
        .execute()
    }
    const find = async (search: string, after: string | null = null) => {
      const { items, next } = await answerOf(desk, operator, 'feedback list', { search, after })
      return { items: items.map(({ number }) => number), next }
    }
    expect(await find('abc')).toEqual({ items: [], next: newer[0]?.number })
    expect(await find('abc', newer[0]?.number)).toEqual({ items: [oldest], next: null })
    expect(await find(oldest.toLowerCase())).toEqual({ items: [oldest], next: null })
    expect((await find('联系方式')).next).toBe(newer.at(-20)?.number)
  })
})
