import { API_BASE, exceptions, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { arrive, eraseDue, partners, personalDataRegister, ticketFor } from '../../test/account/accounts.ts'
import {
  describeBothDatabases,
  describeDatabases,
  type FreshDatabase,
  type TestDatabase,
} from '../../test/databases/databases.ts'
import { setMail } from '../../test/http/alerts.ts'
import {
  call,
  fillStore,
  freshMobile,
  lastCode,
  openTestApp,
  requestCode,
  shippedLimits,
  signIn,
  type TestApp,
  withLimits,
} from '../../test/http/app.ts'
import { ask } from '../../test/http/assistant.ts'
import { lookUpBatch } from '../../test/http/batch.ts'
import { fillWithRecord, objection, proveContact } from '../../test/http/corrections.ts'
import { report } from '../../test/http/feedback.ts'
import { buildPicture, upload, withoutReEncoding } from '../../test/http/uploads.ts'
import { createMemoryEventStore, pageviewBody } from '../../test/tracking/events.ts'
import { chinaDay } from '../domain/clock.ts'
import { createTrackingFigures } from '../features/tracking/figures/figures.service.ts'
import { parseFunnel } from '../features/tracking/figures/funnel.rules.ts'
import { rollUpDay } from '../features/tracking/figures/roll-up.ts'
import { createRollUp } from '../features/tracking/figures/roll-up-days.ts'
import { systemRandom as random } from '../platform/crypto/system-random.ts'
import { readFunnelFile } from '../platform/reference-data.ts'
import { createPictureFiles, uploadsDirectory } from '../platform/uploads/picture-files.ts'
import { createUploadService } from '../platform/uploads/upload.service.ts'
import type { AppDeps } from './create-app.ts'

const DAY = 86_400_000
const MINUTE = 60_000

type ExportOptions = { format?: string; headers?: Record<string, string> }

const exportData = ({ app }: TestApp, token: string, { format = 'json', headers = {} }: ExportOptions = {}) =>
  app.inject({
    method: 'GET',
    url: `${API_BASE}${exceptions.exportData.path}?format=${format}`,
    headers: { ...(token !== '' && { token }), ...headers },
  })

/** Files of the archive by name. @throws Error if the export is refused */
async function exportedFiles(test: TestApp, token: string, options?: ExportOptions) {
  const response = await exportData(test, token, options)
  if (response.headers['content-type'] !== 'application/zip') throw new Error(response.body)
  return unzipSync(response.rawPayload)
}

async function exportedJson(test: TestApp, token: string): Promise<Record<string, Record<string, unknown>[]>> {
  const file = (await exportedFiles(test, token))['我的数据.json']
  return JSON.parse(strFromU8(file ?? new Uint8Array()))
}

/** Names of all tables and columns of the store. */
async function columnsOf({ db, kind }: TestDatabase): Promise<{ table: string; column: string }[]> {
  if (kind === 'postgres') {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = current_schema()`.execute(db)
    return rows
  }
  const { rows } = await sql<{ table: string; column: string }>`
    select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table'`.execute(db)
  return rows
}

/** A user with data of every feature. */
const openUsers =
  (freshDatabase: FreshDatabase) =>
  async (deviation: Partial<AppDeps> = {}) => {
    const database = await freshDatabase()
    const { db } = database
    const test = await openTestApp(db, { reEncodeImage: withoutReEncoding, partners, ...deviation })
    const [company] = await fillStore(db, test)
    const { company: fictional, record } = await fillWithRecord(db)
    const mobile = freshMobile()
    const { token, userDetail } = await signIn(test, mobile)
    const picture = await upload(test, await buildPicture(), { token })
    const about = { companyId: fictional.id, recordId: record.id }
    const evidence = [picture.data?.imageId ?? '']
    await call(test.app, 'submitCorrection', objection({ ...about, evidence }), { token })
    await call(test.app, 'saveSearchHistory', { companyName: '=演示关键词' }, { token })
    await call(test.app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, { token })
    await call(test.app, 'requestUpdate', { companyId: fictional.id }, { token })
    await call(test.app, 'saveFeedback', report({ contact: mobile }), { token })
    await call(test.app, 'followCompany', { companyId: fictional.id, group: '客户' }, { token })
    await call(test.app, 'saveOfficialCheck', { companyId: fictional.id, site: 'credit', result: 'found' }, { token })
    await setMail(test, token, 'own@example.com')
    await call(test.app, 'requestInclusion', { keyword: '演示收录有限公司' }, { token })
    await call(test.app, 'companyDetail', { id: company?.id ?? '' }, { token })
    const { answerId } = await ask(test, token, '=演示问题')
    await call(test.app, 'shareAnswer', { answerId }, { token })
    await lookUpBatch(test, token, '=演示名单有限公司')
    return { database, db, test, mobile, token, userId: userDetail.userId, picture: evidence[0] ?? '' }
  }

describeDatabases('personal data', (freshDatabase) => {
  const openUser = openUsers(freshDatabase)

  it('is exported as CSV, in which a keyword is never a formula', async () => {
    const { test, token } = await openUser()
    const files = await exportedFiles(test, token, { format: 'csv' })
    expect(strFromU8(files['搜索历史.csv'] ?? new Uint8Array())).toContain(`"'=演示关键词"`)
  })

  it('needs a session and a known format', async () => {
    const { test, token } = await openUser()
    expect((await exportData(test, '')).json()).toMatchObject({ code: 403 })
    expect((await exportData(test, token, { format: 'xml' })).statusCode).toBe(400)
  })

  it('is exported three times a day, each with an audit event', async () => {
    const { db, test, token, userId } = await openUser(withLimits(shippedLimits()))
    for (let exported = 0; exported < 3; exported += 1) await exportedFiles(test, token)
    expect((await exportData(test, token)).json()).toMatchObject({ code: 429 })
    const events = await db.selectFrom('audit_event').select('user_id').where('kind', '=', 'dataExported').execute()
    expect(events).toEqual(Array.from({ length: 3 }, () => ({ user_id: userId })))
  })

  it('needs the SMS code of the number in a session that a partner opened', async () => {
    const { test, mobile } = await openUser()
    test.clock.time += 2 * MINUTE
    const session = (await arrive(test, await ticketFor(test, mobile))).data?.token ?? ''
    expect((await exportData(test, session)).json()).toMatchObject({ code: 4119, message: '请先验证本人手机号' })
    await requestCode(test, '', { scene: 'exportData', token: session })
    const right = lastCode(test, mobile)
    const wrong = right === '111111' ? '222222' : '111111'
    expect((await exportData(test, session, { headers: { 'sms-code': wrong } })).json()).toMatchObject({ code: 4103 })
    const proved = { headers: { 'sms-code': right } }
    expect(Object.keys(await exportedFiles(test, session, proved))).toContain('我的数据.json')
    expect((await exportData(test, session, proved)).json()).toMatchObject({ code: 4104 })
  })
})

// The queries that export and erase it depend on the database.
describeBothDatabases('personal data', (freshDatabase) => {
  const openUser = openUsers(freshDatabase)

  it('is exported as a zip archive with every set of the register, and the pictures', async () => {
    const { test, mobile, token, userId, picture } = await openUser()
    const data = await exportedJson(test, token)
    expect(data['账号']).toEqual([expect.objectContaining({ 用户编号: userId, 手机号: mobile, 已设置密码: false })])
    expect(data['搜索历史']).toEqual([expect.objectContaining({ 关键词: '=演示关键词' })])
    expect(data['浏览记录']).toEqual([expect.objectContaining({ 企业名称: '演示云岚软件有限公司' })])
    expect(data['关注企业']).toEqual([expect.objectContaining({ 分组: '客户' })])
    expect(data['动态推送']).toEqual([expect.objectContaining({ 方式: 'mail', 地址: 'ow***@example.com' })])
    expect(data['官方核查']).toEqual([expect.objectContaining({ 官方网站: '信用中国', 核查结果: '有' })])
    expect(data['身份与行业']).toHaveLength(2)
    expect(data['会员领取']).toHaveLength(1)
    expect(data['百言问答']).toEqual([expect.objectContaining({ 问题: '=演示问题', 回答: '注册资本为 500 万元。' })])
    for (const title of [
      '百言对话',
      '百言分享',
      '百言提问次数',
      '登录设备',
      '同意记录',
      '数据纠错',
      '纠错进度',
      '申请更新',
      '申请收录',
      '反馈',
      '批量查询',
      '批量查询的名单',
    ]) {
      expect(data[title], title).toHaveLength(1)
    }
    expect(data['账号安全记录']?.map((row) => row['事项'])).toContain('导出数据')
    const files = await exportedFiles(test, token)
    expect(files[`图片/${picture}.jpg`]?.length).toBeGreaterThan(100)
    expect(strFromU8(files['说明.txt'] ?? new Uint8Array())).toContain('短信验证码')
  })

  it('of another user is not in the export', async () => {
    const { test, userId, mobile } = await openUser()
    const other = await signIn(test)
    const text = JSON.stringify(await exportedJson(test, other.token))
    expect([text.includes(userId), text.includes(mobile), text.includes('演示关键词')]).toEqual([false, false, false])
  })

  it('is listed in the register for every column that names a user or a mobile number', async () => {
    const { database, test } = await openUser()
    const named = (await columnsOf(database)).filter(({ column }) => /user_id|mobile|owner/u.test(column))
    const listed = personalDataRegister(test.clock).flatMap(({ table, columns }) =>
      columns.map((column) => `${table}.${column}`),
    )
    const unlisted = named.map(({ table, column }) => `${table}.${column}`).filter((column) => !listed.includes(column))
    expect(unlisted).toEqual([])
  })

  it('is listed in the register for every column in which a user with data of every feature occurs', async () => {
    const { database, db, test, mobile, userId } = await openUser()
    await proveContact(test, mobile)
    await call(test.app, 'historyCounts', {}, { token: (await signIn(test, mobile)).token })
    const listed = personalDataRegister(test.clock).flatMap(({ table, columns }) =>
      columns.map((column) => `${table}.${column}`),
    )
    const found = []
    for (const { table, column } of await columnsOf(database)) {
      const { rows } = await sql<{ cell: unknown }>`
        select ${sql.ref(column)} as cell from ${sql.table(table)}`.execute(db)
      if (rows.some(({ cell }) => typeof cell === 'string' && (cell.includes(mobile) || cell.includes(userId)))) {
        found.push(`${table}.${column}`)
      }
    }
    expect(found.filter((column) => !listed.includes(column))).toEqual([])
    expect(found).toContain('view_history.user_id')
  })

  it('of an erased account is gone from every table whose register row does not state why it is retained', async () => {
    const { database, db, test, mobile, token, userId } = await openUser()
    test.clock.time += 2 * MINUTE
    await requestCode(test, '', { scene: 'deactivate', token })
    await call(test.app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
    test.clock.time += 7 * DAY
    await eraseDue(db, test)
    const left = []
    for (const { table, column } of await columnsOf(database)) {
      const { rows } = await sql<{ cell: unknown }>`
        select ${sql.ref(column)} as cell from ${sql.table(table)}`.execute(db)
      const hasTrace = ({ cell }: { cell: unknown }) =>
        typeof cell === 'string' && (cell.includes(mobile) || cell.includes(userId))
      if (rows.some(hasTrace)) left.push(table)
    }
    const retained = personalDataRegister(test.clock).flatMap(({ table, erased }): string[] =>
      typeof erased === 'object' ? [table] : [],
    )
    expect(left.filter((table) => !retained.includes(table))).toEqual([])
    expect(left).toContain('consent')
  })
})

describeBothDatabases('feedback of an account', (freshDatabase) => {
  it('is deleted with the account, and so are its pictures', async () => {
    const { db, location } = await freshDatabase()
    const files = createPictureFiles(uploadsDirectory(location.dataDir))
    const test = await openTestApp(db, { reEncodeImage: withoutReEncoding, pictureFiles: files })
    const { app, clock } = test
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const imageIds = [(await upload(test, await buildPicture(), { token })).data?.imageId ?? '']
    const sent = await call(app, 'saveFeedback', report({ imageIds }), { token })
    await call(app, 'appendFeedback', { number: sent.data?.number ?? '', content: '演示：补充。' }, { token })
    clock.time += 120_000
    await requestCode(test, '', { scene: 'deactivate', token })
    await call(app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
    clock.time += 7 * DAY
    await eraseDue(db, { clock })
    await createUploadService({ db, clock, random, reEncode: withoutReEncoding, files }).eraseUnused()
    for (const table of ['feedback', 'feedback_entry', 'upload'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})

describeBothDatabases('tracked events of an erased account', (freshDatabase) => {
  it('stay in the figures, and lead to nobody', async () => {
    const { db } = await freshDatabase()
    const { store, stored } = createMemoryEventStore()
    const test = await openTestApp(db, { eventStore: store })
    const { app, clock } = test
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const { id } = await db.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
    const day = chinaDay(clock.now())
    await call(app, 'saveActions', pageviewBody({ timestamp: clock.now() }), { headers: { [TOKEN_HEADER]: token } })
    await vi.waitFor(() => expect(stored).toHaveLength(1), { timeout: 10_000 })
    const [subject] = await db.selectFrom('tracking_subject').selectAll().execute()
    expect(subject).toMatchObject({ user_id: id, subject: stored[0]?.subject })

    clock.time += DAY
    const steps = parseFunnel(readFunnelFile())
    const rollUp = createRollUp({ db, clock, rollUpDay: (run) => rollUpDay({ db, store, steps }, run) })
    await rollUp.closeDay(day)
    const figureTable = createTrackingFigures({ db, clock, steps, rollUp })
    const read = () => figureTable({ figure: 'overview', from: day, to: day, fr: null, platformType: null })
    const before = await read()
    expect(before.rows[0]?.[4]).toBe(1)

    await requestCode(test, '', { scene: 'deactivate', token })
    await call(app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
    clock.time += 7 * DAY
    await eraseDue(db, { clock })
    expect((await read()).rows).toEqual(before.rows)
    expect(await db.selectFrom('tracking_subject').selectAll().execute()).toEqual([])
    for (const table of ['tracking_person', 'tracking_figure', 'tracking_day'] as const) {
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(id)
    }
  })
})
