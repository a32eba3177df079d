import { CONVERSATIONS_PER_USER, WITHDRAWN } from '@baiqicha/contract/assistant'
import { resultCode } from '@baiqicha/contract/result-codes'
import { API_BASE, exceptions, type RouteInput } from '@baiqicha/contract/routes'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  answerCiting,
  type answerPlainly,
  buildCitation,
  buildEvidence,
  buildSegment,
  createScriptedPipeline,
  holdAnswer,
} from '../../../test/assistant/scripted-pipeline.ts'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { buildRecord, insertRecords } from '../../../test/builders/records.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, fillStore, openTestApp, signIn, type TestApp } from '../../../test/http/app.ts'
import { ask, readEvents } from '../../../test/http/assistant.ts'
import type { AppDeps } from '../../app/deps.ts'
import { createAdmission } from '../../platform/admission/admission.ts'
import type { Database } from '../../platform/database/database.ts'
import { createAnswerStore } from './answer-store.repository.ts'
import { createQuestionQuota } from './question-quota.repository.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const exactly = (running: number, capacity: number) =>
  createAdmission({ running, waiting: { capacity, maxWaitMs: 60_000, lifoAfterMs: 60_000 } })

/** The application with a scripted pipeline and a signed-in user. */
async function open(db: Database, scripts = {}, deviation: Partial<AppDeps> = {}) {
  const { pipeline, asked } = createScriptedPipeline(scripts)
  const test = await openTestApp(db, { answerPipeline: pipeline, ...deviation })
  const { token, userDetail } = await signIn(test)
  return { test, token, asked, userId: userDetail.userId }
}

const failQuoting = (_control: unknown, { question }: { question: string }) => {
  throw new Error(`cannot answer ${question}`)
}

const detail = ({ app }: TestApp, token: string, id: string, key?: string) =>
  call(app, 'answerDetail', { id, ...(key !== undefined && { key }) }, token === '' ? {} : { token })
const shareKey = async ({ app }: TestApp, token: string, answerId: string) => {
  const { data } = await call(app, 'shareAnswer', { answerId }, { token })
  return new URL(data?.path ?? '', 'http://localhost').searchParams.get('key') ?? ''
}
const quotaLeft = async ({ app }: TestApp, token: string) =>
  (await call(app, 'assistantConfig', {}, { token })).data?.quota?.left

/** Asks over a real connection, which `leave` ends. */
async function askOverSocket({ app }: TestApp, token: string, question: string) {
  const origin = await app.listen({ port: 0 })
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(`${origin}${API_BASE}${exceptions.ask.path}`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
    signal: leaving.signal,
  })
  return { response, leave: () => leaving.abort() }
}

/** Begins an answer that shows its first sentence and then waits. */
async function askHeld(test: TestApp, token: string) {
  const { response, leave } = await askOverSocket(test, token, 'held')
  const first = await response.body?.getReader().read()
  const [event] = readEvents(new TextDecoder().decode(first?.value)).events
  return { answerId: event?.type === 'meta' ? event.answerId : '', leave }
}

describeDatabases('a question', (freshDatabase) => {
  it('is answered by events, and stored as they showed it', async () => {
    const { test, token } = await open((await freshDatabase()).db)
    const { types, last, answerId, conversationId } = await ask(test, token, '注册资本是多少')
    expect(types).toEqual(['meta', 'step', 'segment', 'done'])
    expect(last).toMatchObject({
      status: '完成',
      disclaimer: '依据记录整理，请以来源为准',
      followUps: ['有哪些股东', '有哪些变更'],
    })
    expect((await detail(test, token, answerId)).data).toMatchObject({
      conversationId,
      question: '注册资本是多少',
      status: '完成',
      segments: [buildSegment()],
      asOf: '2026-06-30',
      isShared: false,
    })
  })

  it('titles its conversation by company and topic, never by its words, unless the user names it', async () => {
    const { db } = await freshDatabase()
    const { test, token } = await open(db, { 'canary 股东': answerCiting([buildCitation()]) })
    const [company] = await fillStore(db, test)
    const citation = buildCitation({ companyId: company?.id ?? '', companyName: company?.name ?? '' })
    const { pipeline } = createScriptedPipeline({ 'canary 股东': answerCiting([citation]) })
    const other = await openTestApp(db, { answerPipeline: pipeline })
    const { conversationId } = await ask(other, token, 'canary 股东')
    const titleOf = async () => (await call(test.app, 'conversation', { conversationId }, { token })).data?.title
    expect(await titleOf()).toBe(`${company?.name} · 注册资本`)
    await call(test.app, 'renameConversation', { conversationId, title: ' 我的  对话 ' }, { token })
    await ask(test, token, { question: '另一个问题', conversationId })
    expect(await titleOf()).toBe('我的 对话')
    expect((await call(test.app, 'renameConversation', { conversationId, title: ' ' }, { token })).message).toBe(
      '请输入对话名称',
    )
  })

  it('hands earlier questions of its conversation to the pipeline, and the company of its page', async () => {
    const { test, token, asked } = await open((await freshDatabase()).db)
    const { conversationId } = await ask(test, token, '甲')
    await ask(test, token, { question: '那乙呢', conversationId, companyId: 'c-1' })
    expect(asked[0]).toMatchObject({ question: '甲', companyId: null, earlier: [] })
    expect(asked[1]).toMatchObject({ companyId: 'c-1', earlier: [{ question: '甲', companies: [] }] })
  })

  it('is stored with mobile and identity numbers masked', async () => {
    const { db } = await freshDatabase()
    const { test, token, asked } = await open(db)
    const question = '13800000001 和 99000119900307004X 是哪家企业的'
    const { answerId } = await ask(test, token, question)
    expect(asked[0]?.question).toBe(question)
    const masked = '138****0001 和 990001********004X 是哪家企业的'
    expect((await detail(test, token, answerId)).data?.question).toBe(masked)
    expect((await db.selectFrom('assistant_answer').select('question').execute()).map((row) => row.question)).toEqual([
      masked,
    ])
  })

  it('without letters, of 301 characters, or without a session is refused by the envelope', async () => {
    const { test, token } = await open((await freshDatabase()).db)
    expect((await ask(test, token, '？！ …')).refusal).toEqual({
      code: resultCode.questionEmpty,
      message: '请输入问题',
    })
    expect((await ask(test, token, '问'.repeat(301))).status).toBe(400)
    expect((await ask(test, token, '问'.repeat(300))).last).toMatchObject({ type: 'done' })
    expect((await ask(test, '', '问')).refusal).toMatchObject({ code: resultCode.noSession })
    expect((await ask(test, token, { question: '问', conversationId: 'v-none' })).refusal).toMatchObject({
      code: resultCode.notFound,
      message: '未找到该对话',
    })
  })

  it('is counted 10 times a day for users and 20 times an hour for members, with the time to wait', async () => {
    const { test, token } = await open((await freshDatabase()).db)
    for (let turn = 0; turn < 10; turn += 1) expect((await ask(test, token, '问')).refusal).toBeNull()
    const { refusal, headers } = await ask(test, token, '问')
    expect(refusal).toMatchObject({ code: resultCode.tooManyRequests })
    expect(refusal?.message).toMatch(/^今日提问次数已达上限，请 86400 秒/)
    expect(headers['retry-after']).toBe('86400')
    expect((await call(test.app, 'assistantConfig', {}, { token })).data?.quota).toEqual({
      limit: 10,
      left: 0,
      resetsAt: new Date(test.clock.time + DAY).toISOString(),
    })
    const member = await signIn(test)
    const choices = { careerIdStr: 'jobSeeker', industryIdStr: 'software' }
    await call(test.app, 'saveIndustryCareer', choices, { token: member.token })
    for (let turn = 0; turn < 20; turn += 1) expect((await ask(test, member.token, '问')).refusal).toBeNull()
    expect((await ask(test, member.token, '问')).refusal?.message).toMatch(/^提问过于频繁，请 3600 秒/)
    test.clock.time += HOUR
    expect((await ask(test, member.token, '问')).refusal).toBeNull()
    test.clock.time += DAY - HOUR
    expect((await ask(test, token, '问')).refusal).toBeNull()
  })

  it('is counted although its conversation is deleted, and one more at a time under parallel calls', async () => {
    const { test, token } = await open((await freshDatabase()).db)
    const { conversationId } = await ask(test, token, '问')
    await call(test.app, 'deleteConversation', { conversationId }, { token })
    expect(await quotaLeft(test, token)).toBe(9)
    await call(test.app, 'deleteAllConversations', {}, { token })
    expect(await quotaLeft(test, token)).toBe(9)
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(test, token, '问')))
    const begun = answers.filter(({ refusal }) => refusal === null).length
    expect(await quotaLeft(test, token)).toBe(9 - begun)
    for (const { refusal } of answers) if (refusal !== null) expect(refusal.code).toBe(resultCode.answerRunning)
  })

  it('is not counted if it is unclear, refused by a rule, or fails for a reason of ours', async () => {
    const candidates = [
      { companyId: 'c-1', name: '演示甲', city: null, codeEnd: null, status: null, isDemo: true },
      { companyId: 'c-2', name: '演示乙', city: null, codeEnd: null, status: null, isDemo: true },
    ]
    const { db } = await freshDatabase()
    await insertCompanies(
      db,
      candidates.map(({ companyId: id, name }) => buildCompany({ id, name })),
    )
    const { test, token } = await open(db, {
      unclear: ({ emit }: Parameters<typeof answerPlainly>[0]) => {
        emit({ type: 'choice', candidates })
        return { type: 'clarification', topic: '股东' }
      },
      refused: () => ({ type: 'refused', message: '不提供个人住址' }),
      failed: () => ({ type: 'failed', message: '搜索暂不可用' }),
      thrown: () => {
        throw new Error('canary')
      },
    })
    const unclear = await ask(test, token, 'unclear')
    expect(unclear.last).toMatchObject({ type: 'done', status: '完成' })
    expect((await detail(test, token, unclear.answerId)).data?.choice).toEqual({ candidates })
    const refused = await ask(test, token, 'refused')
    expect(refused.last).toEqual({ type: 'failed', code: resultCode.questionRefused, message: '不提供个人住址' })
    expect((await detail(test, token, refused.answerId)).data).toMatchObject({
      status: '完成',
      message: '不提供个人住址',
    })
    const failure = { type: 'failed', code: resultCode.answerFailed }
    expect((await ask(test, token, 'failed')).last).toEqual({ ...failure, message: '搜索暂不可用' })
    const thrown = await ask(test, token, 'thrown')
    expect(thrown.last).toEqual({ ...failure, message: '暂时无法回答，请重试' })
    expect((await detail(test, token, thrown.answerId)).data).toMatchObject({ status: '失败' })
    expect(await quotaLeft(test, token)).toBe(10)
    expect((await call(test.app, 'shareAnswer', { answerId: thrown.answerId }, { token })).code).toBe(
      resultCode.answerNotShareable,
    )
  })

  it('that is asked again replaces its failed answer, and no completed one', async () => {
    const { test, token } = await open((await freshDatabase()).db, {
      failed: () => ({ type: 'failed', message: '搜索暂不可用' }),
    })
    const first = await ask(test, token, 'failed')
    const second = await ask(test, token, { question: '问', retryOf: first.answerId })
    const third = await ask(test, token, { question: '问', retryOf: second.answerId })
    const { data } = await call(test.app, 'conversation', { conversationId: first.conversationId }, { token })
    expect(data?.list.map(({ answerId }) => answerId).toSorted()).toEqual([second.answerId, third.answerId].toSorted())
    expect((await ask(test, token, { question: '问', retryOf: 'a-none' })).refusal?.code).toBe(resultCode.notFound)
  })

  it('ends with its connection as 已停止, with what it showed, and counts', async () => {
    const held = holdAnswer()
    const { test, token } = await open((await freshDatabase()).db, { held: held.step })
    const { answerId, leave } = await askHeld(test, token)
    leave()
    await vi.waitFor(async () => expect((await detail(test, token, answerId)).data?.status).toBe('已停止'), 20_000)
    expect(held.signals[0]?.aborted).toBe(true)
    held.release()
    expect((await detail(test, token, answerId)).data).toMatchObject({ segments: [buildSegment()], message: null })
    expect(await quotaLeft(test, token)).toBe(9)
    expect((await ask(test, token, { question: '问', retryOf: answerId })).last).toMatchObject({ status: '完成' })
  })

  it('that is asked in a second tab, or at another process, is refused until the first is answered', async () => {
    const held = holdAnswer()
    const { db } = await freshDatabase()
    const { test, token } = await open(db, { held: held.step })
    const other = await openTestApp(db, { answerPipeline: createScriptedPipeline().pipeline })
    const first = ask(test, token, 'held')
    await vi.waitFor(() => expect(held.signals).toHaveLength(1), 20_000)
    const refusal = { code: resultCode.answerRunning, message: '上一个问题还在回答' }
    expect((await ask(test, token, '问')).refusal).toEqual(refusal)
    expect((await ask(other, token, '问')).refusal).toEqual(refusal)
    const { data } = await call(other.app, 'conversationList', {}, { token })
    const conversationId = data?.list[0]?.conversationId ?? ''
    const running = (await call(other.app, 'conversation', { conversationId }, { token })).data?.list[0]
    expect(running).toMatchObject({ status: '生成中', message: null })
    held.release()
    expect((await first).last).toMatchObject({ type: 'done', status: '完成' })
    expect((await detail(other, token, (await first).answerId)).data?.status).toBe('完成')
    expect((await ask(other, token, '问')).refusal).toBeNull()
  })

  it('that a stopped server left has failed after a minute, is given back, and can be asked again', async () => {
    const { db } = await freshDatabase()
    const { test, token } = await open(db)
    const { answerId } = await ask(test, token, '问')
    // As a server that was killed leaves it.
    await db.updateTable('assistant_answer').set({ status: '生成中', content: null, evidence: null }).execute()
    test.clock.time += MINUTE - 1
    expect((await ask(test, token, '问')).refusal?.code).toBe(resultCode.answerRunning)
    test.clock.time += 1
    expect((await detail(test, token, answerId)).data).toMatchObject({
      status: '失败',
      message: '服务中断，未完成回答',
    })
    expect((await ask(test, token, { question: '问', retryOf: answerId })).refusal).toBeNull()
    expect(await quotaLeft(test, token)).toBe(9)
    expect((await detail(test, token, answerId)).code).toBe(resultCode.notFound)
  })

  it('fails with a sentence when the server closes', async () => {
    const held = holdAnswer()
    const { db } = await freshDatabase()
    const { test, token } = await open(db, { held: held.step })
    const first = ask(test, token, 'held')
    await vi.waitFor(() => expect(held.signals).toHaveLength(1), 20_000)
    await test.app.close()
    expect((await first).last).toMatchObject({ type: 'failed', message: '服务正在重启，请重试' })
    expect(await db.selectFrom('assistant_use').selectAll().execute()).toEqual([])
    held.release()
  })

  it('never occurs in the log, not even when its pipeline fails', async () => {
    const { db } = await freshDatabase()
    const { test, token } = await open(db, Object.fromEntries([['canary问题', failQuoting]]))
    const { answerId } = await ask(test, token, 'canary问题')
    await ask(test, token, { question: 'canary问题', retryOf: 'a-none' })
    await detail(test, token, answerId, 'canary-key')
    const metrics = await test.app.inject({ url: '/metrics' })
    expect(test.logged.join('')).toContain('answer-failed')
    expect(test.logged.join('') + metrics.body).not.toContain('canary')
    expect(metrics.body).toContain('assistant_answers_total{end="failed"} 1')
  })
})

describeDatabases('a stream', (freshDatabase) => {
  it('sends a comment while nothing happens', async () => {
    const held = holdAnswer()
    const { test, token } = await open((await freshDatabase()).db, { held: held.step }, { commentMs: 5 })
    const { response } = await askOverSocket(test, token, 'held')
    const reader = response.body?.getReader()
    let text = ''
    while (!text.includes(': \n\n')) text += new TextDecoder().decode((await reader?.read())?.value)
    held.release()
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      text += new TextDecoder().decode(part.value)
    }
    expect(readEvents(text).events.at(-1)?.type).toBe('done')
  })

  it('that nobody reads holds no slot, and a full class is refused with Retry-After', async () => {
    const held = holdAnswer()
    const admission = {
      credentials: exactly(4, 64),
      reads: exactly(4, 64),
      search: exactly(4, 64),
      copies: exactly(4, 64),
      tracking: exactly(4, 64),
      assistant: exactly(1, 1),
    }
    const { test, token } = await open((await freshDatabase()).db, { held: held.step }, { admission })
    const [second, third] = [await signIn(test), await signIn(test)]
    const { response } = await askOverSocket(test, token, 'held')
    const waiting = ask(test, second.token, '问')
    await vi.waitFor(() => expect(admission.assistant.state()).toEqual({ running: 1, waiting: 1 }), 20_000)
    const refused = await ask(test, third.token, '问')
    expect(refused).toMatchObject({ status: 503, refusal: { code: 503, message: '当前访问人数较多，请稍后重试' } })
    expect(refused.headers['retry-after']).toBe('1')
    held.release()
    // The first response is never read.
    expect((await waiting).last).toMatchObject({ type: 'done' })
    expect(response.bodyUsed).toBe(false)
  })
})

describeDatabases('conversations and answers', (freshDatabase) => {
  it('of another user are as if missing', async () => {
    const { test, token } = await open((await freshDatabase()).db)
    const { answerId, conversationId } = await ask(test, token, '问')
    const { token: stranger } = await signIn(test)
    const outcomes = async (answer: string, conversation: string) => {
      const as = { token: stranger }
      const { app } = test
      const answers = [
        await call(app, 'answerDetail', { id: answer }, as),
        await call(app, 'judgeAnswer', { answerId: answer, useful: true }, as),
        await call(app, 'shareAnswer', { answerId: answer }, as),
        await call(app, 'unshareAnswer', { answerId: answer }, as),
        await call(app, 'conversation', { conversationId: conversation }, as),
        await call(app, 'renameConversation', { conversationId: conversation, title: '新' }, as),
        await call(app, 'deleteConversation', { conversationId: conversation }, as),
      ]
      const streams = [
        (await ask(test, stranger, { question: '问', conversationId: conversation })).refusal,
        (await ask(test, stranger, { question: '问', retryOf: answer })).refusal,
      ]
      return [...answers.map(({ code, message }) => ({ code, message })), ...streams]
    }
    const foreign = await outcomes(answerId, conversationId)
    expect(foreign).toEqual(await outcomes('a-none', 'v-none'))
    for (const outcome of foreign) expect(outcome).toMatchObject({ code: resultCode.notFound })
    expect((await call(test.app, 'conversationList', {}, { token: stranger })).data?.total).toBe(0)
    await call(test.app, 'deleteAllConversations', {}, { token: stranger })
    expect((await call(test.app, 'conversationList', {}, { token })).data).toMatchObject({
      total: 1,
      list: [{ conversationId, answers: 1 }],
    })
  })

  it('are kept for 200 conversations and 180 days', async () => {
    const { db } = await freshDatabase()
    const { test, token, userId } = await open(db)
    const rows = Array.from({ length: CONVERSATIONS_PER_USER }, (_, at) => ({
      id: `v-${at}`,
      user_id: userId,
      title: `演示 ${at}`,
      is_renamed: 0 as const,
      updated_at: test.clock.time - DAY + at,
    }))
    await db.insertInto('assistant_conversation').values(rows).execute()
    const { conversationId } = await ask(test, token, '问')
    const { data } = await call(test.app, 'conversationList', {}, { token })
    expect(data?.total).toBe(CONVERSATIONS_PER_USER)
    expect(data?.list[0]?.conversationId).toBe(conversationId)
    const ids = await db.selectFrom('assistant_conversation').select('id').execute()
    expect(ids.map(({ id }) => id)).not.toContain('v-0')
    test.clock.time += 180 * DAY
    const store = createAnswerStore({ db, clock: test.clock, quota: createQuestionQuota(test) })
    await store.removeOld()
    expect(await db.selectFrom('assistant_answer').select('conversation_id').execute()).toEqual([
      { conversation_id: conversationId },
    ])
    test.clock.time += 1
    await store.removeOld()
    expect(await db.selectFrom('assistant_answer').selectAll().execute()).toEqual([])
  })

  it('have one judgement, with its reason only if the answer was of no use', async () => {
    const { db } = await freshDatabase()
    const { test, token } = await open(db)
    const { answerId } = await ask(test, token, '问')
    const judge = (input: Omit<RouteInput<'judgeAnswer'>, 'answerId'>) =>
      call(test.app, 'judgeAnswer', { answerId, ...input }, { token })
    const stored = () =>
      db.selectFrom('assistant_answer').select(['is_useful', 'useless_reason', 'useless_text']).executeTakeFirst()
    await judge({ useful: false, reason: '其他', text: ' 演示说明 ' })
    expect(await stored()).toEqual({ is_useful: 0, useless_reason: '其他', useless_text: '演示说明' })
    await judge({ useful: true, reason: '其他', text: '演示说明' })
    expect(await stored()).toEqual({ is_useful: 1, useless_reason: null, useless_text: null })
    expect((await detail(test, token, answerId)).data?.useful).toBe(true)
  })

  it('mark a changed record and withdraw a removed one, in history, shares and exports', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const [company] = await fillStore(db, test)
    const name = company?.name ?? ''
    const record = buildRecord({ kind: 'dishonestExecutor', subjects: [{ name }] })
    await insertRecords(db, [record])
    const { updated_at } = await db.selectFrom('record').select('updated_at').executeTakeFirstOrThrow()
    const of = { companyId: company?.id ?? '', companyName: name, recordType: 'dishonestExecutor' }
    const cited = buildCitation({ ...of, citedType: 'record', recordId: record.row.id, label: '失信被执行人' })
    const listed = buildCitation({ ...of, n: 2, citedType: 'records', label: '失信被执行人' })
    const evidence = [
      buildEvidence(cited, { view: 'current', revision: new Date(updated_at).toISOString() }),
      buildEvidence(listed, { revision: '1/0/0' }),
    ]
    const { pipeline } = createScriptedPipeline({ 失信: answerCiting([cited, listed], evidence) })
    const { test: asking, token } = await open(db, {}, { answerPipeline: pipeline })
    const { answerId, conversationId } = await ask(asking, token, '失信')
    const key = await shareKey(asking, token, answerId)
    const seen = async () => ({
      detail: (await detail(asking, token, answerId)).data?.segments[0],
      history: (await call(asking.app, 'conversation', { conversationId }, { token })).data?.list[0]?.segments[0],
      shared: (await detail(asking, '', answerId, key)).data?.segments[0],
    })
    const unchanged = await seen()
    expect(unchanged.detail).toEqual({ ...buildSegment(), citations: [cited, listed] })
    await db
      .updateTable('record')
      .set({ updated_at: updated_at + 1 })
      .execute()
    expect((await seen()).history?.citations.map(({ change }) => change)).toEqual(['记录已更新', null])
    await db.updateTable('record').set({ is_hidden: 1 }).execute()
    for (const segment of Object.values(await seen())) {
      expect(segment?.text).toBe(WITHDRAWN)
      expect(segment?.citations.map(({ change }) => change)).toEqual([WITHDRAWN, WITHDRAWN])
      expect(JSON.stringify(segment)).not.toMatch(new RegExp(`失信|${name}|${record.row.id}`))
    }
  })
})

describeDatabases('a shared answer', (freshDatabase) => {
  it('shows question and answer to a visitor with its key, and neither name nor conversation', async () => {
    const { db } = await freshDatabase()
    const { test, token, userId } = await open(db)
    const { answerId, conversationId } = await ask(test, token, '问')
    const key = await shareKey(test, token, answerId)
    expect(key).toHaveLength(22)
    const { data } = await detail(test, '', answerId, key)
    expect(data).toMatchObject({
      question: '问',
      status: '完成',
      conversationId: null,
      useful: null,
      segments: [buildSegment()],
    })
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${conversationId}|${userId}`))
    expect(JSON.stringify(await db.selectFrom('assistant_share').selectAll().execute())).not.toContain(key)
    expect(test.logged.join('')).not.toContain(key)
    const { token: stranger } = await signIn(test)
    expect((await detail(test, stranger, answerId, key)).data?.conversationId).toBeNull()
    expect((await detail(test, token, answerId, 'wrong')).data).toMatchObject({ conversationId, isShared: true })
  })

  it('is not opened by a wrong, withdrawn or foreign key, and by none without a session', async () => {
    const { test, token } = await open((await freshDatabase()).db)
    const [first, second] = [await ask(test, token, '甲'), await ask(test, token, '乙')]
    const [key, other] = [await shareKey(test, token, first.answerId), await shareKey(test, token, second.answerId)]
    const refused = { code: resultCode.notFound, message: '不存在或已取消分享', data: null }
    expect(await detail(test, '', first.answerId, other)).toMatchObject(refused)
    expect(await detail(test, '', first.answerId, `${key}x`)).toMatchObject(refused)
    expect(await detail(test, '', 'a-none', key)).toMatchObject(refused)
    expect((await detail(test, '', first.answerId)).code).toBe(resultCode.noSession)
    const again = await shareKey(test, token, first.answerId)
    expect((await detail(test, '', first.answerId, key)).code).toBe(0)
    await call(test.app, 'unshareAnswer', { answerId: first.answerId }, { token })
    expect(await detail(test, '', first.answerId, key)).toMatchObject(refused)
    expect(await detail(test, '', first.answerId, again)).toMatchObject(refused)
    expect((await detail(test, '', second.answerId, other)).code).toBe(0)
    await call(test.app, 'deleteConversation', { conversationId: second.conversationId }, { token })
    expect(await detail(test, '', second.answerId, other)).toMatchObject(refused)
  })
})
