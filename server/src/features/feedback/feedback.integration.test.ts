import { envelopeSchema } from '@baiqicha/contract/envelope'
import { API_BASE, type RouteInput, routes } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { describeDatabases } from '../../../test/databases/databases.ts'
import {
  call,
  freshMobile,
  openTestApp,
  shippedLimits,
  signIn,
  solveCaptcha,
  type TestApp,
  withLimits,
} from '../../../test/http/app.ts'
import { report, reportAsVisitor } from '../../../test/http/feedback.ts'
import { buildPicture, upload, withoutReEncoding } from '../../../test/http/uploads.ts'
import type { AppDeps } from '../../app/deps.ts'
import { createOperatorAudit } from '../../platform/audit.ts'
import { systemRandom as random } from '../../platform/crypto/system-random.ts'
import { createPictureFiles, uploadsDirectory } from '../../platform/uploads/picture-files.ts'
import { createUploadService } from '../../platform/uploads/upload.service.ts'
import { createFeedbackAdmin } from './feedback.admin.service.ts'
import { createFeedbackRetention } from './feedback.retention.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const operator = 'cli:tester'
const MISSING = 'FB20260630-22222222'

async function sendRaw({ app }: TestApp, payload: string) {
  const response = await app.inject({
    method: 'POST',
    url: API_BASE + routes.saveFeedback.path,
    headers: { 'content-type': 'application/json' },
    payload,
  })
  return { status: response.statusCode, message: z.parse(envelopeSchema, response.json()).message }
}

describeDatabases('feedback', (freshDatabase) => {
  async function open(deviation: Partial<AppDeps> = {}) {
    const { db, location } = await freshDatabase()
    const files = createPictureFiles(uploadsDirectory(location.dataDir))
    const test = await openTestApp(db, { reEncodeImage: withoutReEncoding, pictureFiles: files, ...deviation })
    const { clock } = test
    const desk = createFeedbackAdmin({ db, clock, random, operatorAudit: createOperatorAudit({ clock, random }) })
    const uploads = createUploadService({ db, clock, random, reEncode: withoutReEncoding, files })
    const deleteExpired = async () => {
      await createFeedbackRetention({ db, clock, uploads }).deleteExpired()
      await uploads.eraseUnused()
    }
    const pictureOf = async (token: string) => (await upload(test, await buildPicture(), { token })).data?.imageId ?? ''
    const send = (token: string, deviating: Partial<RouteInput<'saveFeedback'>> = {}) =>
      call(test.app, 'saveFeedback', report(deviating), { token })
    return { db, test, app: test.app, clock, desk, deleteExpired, pictureOf, send }
  }

  it('of a user is stored with its pictures and read by that user, with contact and numbers masked', async () => {
    const { db, test, app, pictureOf, send } = await open()
    const { token } = await signIn(test)
    const imageIds = [await pictureOf(token), await pictureOf(token)]
    const content = '演示：<img src=x onerror=alert(1)> 登录不了，我的手机是 13800009876。'
    const context = '企业详情 · 1.0.0 · ios'
    const sent = await send(token, { content, imageIds, contact: '+86 138 0000 9876', context })
    const number = sent.data?.number ?? ''
    expect(number).toMatch(/^FB20260630-[2-9A-HJ-KM-NP-Z]{8}$/)
    const { data: thread } = await call(app, 'feedbackDetail', { number: number.toLowerCase() }, { token })
    const shown = '演示：<img src=x onerror=alert(1)> 登录不了，我的手机是 138****9876。'
    expect(thread).toMatchObject({ number, state: '已提交', context, contactMasked: '138****9876', pictureCount: 2 })
    expect(thread?.entries).toEqual([{ from: 'user', content: shown, at: thread?.createdAt }])
    const { data: list } = await call(app, 'feedbackList', {}, { token })
    expect(list).toMatchObject([{ number, kind: '功能异常', excerpt: shown, answeredAt: null, unread: false }])
    expect(await db.selectFrom('feedback').select('contact').execute()).toEqual([{ contact: '13800009876' }])
  })

  it('of another user is answered like a missing number', async () => {
    const { test, app, send } = await open()
    const number = (await send((await signIn(test)).token)).data?.number ?? ''
    const others = [{}, { token: (await signIn(test)).token }]
    const content = '演示：补充。'
    for (const who of others) {
      const [foreign, missing] = [
        await call(app, 'feedbackDetail', { number }, who),
        await call(app, 'feedbackDetail', { number: MISSING }, who),
      ]
      expect(foreign).toMatchObject({ status: 200, code: 4040, message: '未找到该编号，请核对后重试' })
      expect({ ...foreign, headers: {} }).toEqual({ ...missing, headers: {} })
      const [foreignAddition, missingAddition] = [
        await call(app, 'appendFeedback', { number, content }, who),
        await call(app, 'appendFeedback', { number: MISSING, content }, who),
      ]
      expect(foreignAddition).toMatchObject({ code: 4040, message: '未找到该编号，请核对后重试' })
      expect({ ...foreignAddition, headers: {} }).toEqual({ ...missingAddition, headers: {} })
    }
  })

  it('of a visitor needs a captcha, and is read and continued by its number', async () => {
    const { test, app, clock } = await open()
    const used = await solveCaptcha(test)
    const sent = await call(app, 'saveFeedback', report(used))
    const number = sent.data?.number ?? ''
    const another = report({ content: '演示：另一个问题，图片无法显示。' })
    const sentence = '图形验证码错误或已过期，请重新输入'
    expect(await call(app, 'saveFeedback', { ...another, ...used })).toMatchObject({ code: 4102, message: sentence })
    const wrong = { ...(await solveCaptcha(test)), captchaCode: '0' }
    expect(await call(app, 'saveFeedback', { ...another, ...wrong })).toMatchObject({ code: 4102, message: sentence })
    const late = await solveCaptcha(test)
    clock.time += 3 * MINUTE
    expect(await call(app, 'saveFeedback', { ...another, ...late })).toMatchObject({ code: 4102, message: sentence })
    expect(await call(app, 'saveFeedback', another)).toMatchObject({ code: 403, message: '请登录后继续' })
    expect(await reportAsVisitor(test, { imageIds: ['i-none'], content: another.content })).toMatchObject({
      code: 4118,
      message: '登录后可添加图片',
    })
    expect((await call(app, 'feedbackDetail', { number })).data).toMatchObject({ number, state: '已提交' })
    const added = await call(app, 'appendFeedback', { number, content: '演示：仍未恢复。' })
    expect(added.data?.entries.map(({ content }) => content)).toEqual([report().content, '演示：仍未恢复。'])
  })

  it('is stored once for a text that is repeated within ten minutes, also by calls at the same time', async () => {
    const { db, test, app, clock, send } = await open()
    const { token } = await signIn(test)
    const numbers = (await Promise.all(Array.from({ length: 5 }, () => send(token)))).map(({ data }) => data?.number)
    expect(new Set(numbers).size).toBe(1)
    clock.time += 10 * MINUTE - 1
    expect((await send(token)).data?.number).toBe(numbers[0])
    expect((await send((await signIn(test)).token)).data?.number).not.toBe(numbers[0])
    const used = await solveCaptcha(test)
    const visitor = await call(app, 'saveFeedback', report(used))
    // The first call has used up the captcha.
    expect((await call(app, 'saveFeedback', report(used))).data).toEqual(visitor.data)
    const addition = { number: numbers[0] ?? '', content: '演示：补充。' }
    await Promise.all([1, 2, 3].map(() => call(app, 'appendFeedback', addition, { token })))
    expect((await call(app, 'appendFeedback', addition, { token })).data?.entries).toHaveLength(2)
    clock.time += 1
    expect((await send(token)).data?.number).not.toBe(numbers[0])
    expect(await db.selectFrom('feedback').select('number').execute()).toHaveLength(4)
  })

  it('counts new feedback and additions together: five an hour for a user, three for an address of visitors', async () => {
    const { test, app, send } = await open(withLimits(shippedLimits()))
    const { token } = await signIn(test)
    const number = (await send(token)).data?.number ?? ''
    const add = (turn: number, who: { token?: string } = {}, of = number) =>
      call(app, 'appendFeedback', { number: of, content: `演示：补充第 ${turn} 点。` }, who)
    for (const turn of [1, 2, 3, 4]) expect((await add(turn, { token })).code).toBe(0)
    // A repeated text is free.
    expect((await add(4, { token })).code).toBe(0)
    expect(await add(5, { token })).toMatchObject({
      code: 429,
      message: expect.stringMatching(/^提交反馈过于频繁，请 720 秒/),
    })
    expect(await send(token, { content: '演示：第二件事，轮播图不动。' })).toMatchObject({ code: 429 })
    const visitors = (await reportAsVisitor(test)).data?.number ?? ''
    for (const turn of [1, 2]) expect((await add(turn, {}, visitors)).code).toBe(0)
    const refused = { code: 429, message: expect.stringMatching(/^当前网络提交反馈过于频繁，请登录，或 1200 秒/) }
    expect(await add(3, {}, visitors)).toMatchObject(refused)
    expect(await reportAsVisitor(test, { content: '演示：第三件事，轮播图不动。' })).toMatchObject(refused)
  })

  it('shows a new answer as unread until the thread is opened on any device', async () => {
    const { test, app, desk, send } = await open()
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    test.clock.time += 2 * MINUTE
    const { token: second } = await signIn(test, mobile)
    const number = (await send(token)).data?.number ?? ''
    const unread = async (of: string) => (await call(app, 'userDetail', {}, { token: of })).data?.unreadFeedback
    expect(await unread(token)).toBe(0)
    await desk.answer({ number, operator, text: '演示：已修复。' })
    expect([await unread(token), await unread(second)]).toEqual([1, 1])
    expect((await call(app, 'feedbackList', {}, { token })).data).toMatchObject([{ state: '已回复', unread: true }])
    // A stranger who tries the number changes nothing.
    await call(app, 'feedbackDetail', { number })
    expect(await unread(token)).toBe(1)
    const opened = await call(app, 'feedbackDetail', { number }, { token: second })
    expect(opened.data?.entries.at(-1)).toMatchObject({ from: 'operator', content: '演示：已修复。' })
    expect([await unread(token), await unread(second)]).toEqual([0, 0])
    const added = await call(app, 'appendFeedback', { number, content: '演示：还有一处。' }, { token })
    expect(added.data).toMatchObject({ state: '处理中', canAppend: true })
  })

  it('refuses an addition to closed feedback with a sentence', async () => {
    const { test, app, desk, send } = await open()
    const { token } = await signIn(test)
    const number = (await send(token)).data?.number ?? ''
    await desk.close({ number, operator, reason: '演示：重复' })
    const added = await call(app, 'appendFeedback', { number, content: '演示：补充。' }, { token })
    expect(added).toMatchObject({ status: 200, code: 4120, message: '该反馈已关闭，请提交新的反馈' })
    expect((await call(app, 'feedbackDetail', { number }, { token })).data).toMatchObject({ canAppend: false })
  })

  it('refuses pictures that are not the own ones of today, and stores nothing', async () => {
    const { db, test, clock, deleteExpired, pictureOf, send } = await open()
    const { token } = await signIn(test)
    const unfit = { status: 200, code: 4118, message: '图片已失效，请重新上传' }
    const foreign = await pictureOf((await signIn(test)).token)
    expect(await send(token, { imageIds: [foreign] })).toMatchObject(unfit)
    const expired = await pictureOf(token)
    clock.time += DAY + 1
    await deleteExpired()
    expect(await send(token, { imageIds: [expired] })).toMatchObject(unfit)
    const own = await pictureOf(token)
    const badRequest = { status: 400, message: '请求有误：imageIds' }
    expect(await send(token, { imageIds: [own, own] })).toMatchObject(badRequest)
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => pictureOf(token)))
    expect(await send(token, { imageIds: five })).toMatchObject(badRequest)
    expect(await db.selectFrom('feedback').select('number').execute()).toEqual([])
    expect((await send(token, { imageIds: [own] })).code).toBe(0)
    // A picture belongs to one feedback.
    expect(await send(token, { imageIds: [own], content: '演示：再次使用同一张图片。' })).toMatchObject(unfit)
  })

  it.each([
    ['wrong types', JSON.stringify({ kind: 1, content: [], imageIds: 'a' }), 400],
    ['a body over 64 KiB', JSON.stringify(report({ content: '一'.repeat(30_000) })), 400],
    ['NUL', '{"kind":"其他","content":"演示：一二三四五六七\\u0000"}', 400],
    ['a lone surrogate', '{"kind":"其他","content":"演示：一二三四五六七\\ud800"}', 400],
  ])('refuses %s with a sentence', async (_, payload, status) => {
    const { test } = await open()
    expect(await sendRaw(test, payload)).toEqual({ status, message: expect.stringMatching(/^请求有误/) })
  })

  it('closes 90 days after the last answer, and loses contact and pictures 180 days after closing', async () => {
    const { db, test, clock, desk, deleteExpired, pictureOf, send } = await open()
    const { token } = await signIn(test)
    const imageIds = [await pictureOf(token)]
    const number = (await send(token, { imageIds, contact: 'yanshi@example.com' })).data?.number ?? ''
    const waiting =
      (await send(token, { content: '演示：没有回复的反馈。', contact: '13800009876' })).data?.number ?? ''
    const rowOf = (of: string) =>
      db.selectFrom('feedback').select(['state', 'contact']).where('number', '=', of).executeTakeFirst()
    await desk.answer({ number, operator, text: '演示：已修复。' })
    clock.time += 90 * DAY
    await deleteExpired()
    expect(await rowOf(number)).toMatchObject({ state: '已回复' })
    clock.time += 1
    await deleteExpired()
    expect(await rowOf(number)).toMatchObject({ state: '已关闭', contact: 'yanshi@example.com' })
    clock.time += 180 * DAY
    await deleteExpired()
    expect(await rowOf(number)).toMatchObject({ contact: 'yanshi@example.com' })
    expect(await db.selectFrom('upload').select('id').execute()).toHaveLength(1)
    clock.time += 1
    await deleteExpired()
    expect(await rowOf(number)).toMatchObject({ contact: null })
    expect(await db.selectFrom('upload').select('id').execute()).toEqual([])
    expect(await rowOf(waiting)).toEqual({ state: '已提交', contact: '13800009876' })
  })
})
