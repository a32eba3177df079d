import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { companyReportRoutes } from '@baiqicha/contract/routes/report'
import { expect, it, vi } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { buildRecord, insertRecords } from '../../test/builders/records.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import {
  call,
  lastCode,
  openTestApp,
  requestCode,
  shippedLimits,
  signIn,
  type TestApp,
  withLimits,
} from '../../test/http/app.ts'
import { signInMember } from '../../test/http/leads.ts'
import { readPdf } from '../../test/report/read-pdf.ts'
import { numberKeysIn } from '../domain/contacts/contact-value.ts'
import { createSuppressionService } from '../features/correction/suppression.service.ts'
import { createTypesetter, type Typeset } from '../features/report/report.service.ts'
import { systemRandom as random } from '../platform/crypto/system-random.ts'
import type { AppDeps } from './deps.ts'

const HOUR = 3_600_000
const CODE = '91990001MA0TE5T16H'
const MOBILE = '13912345678'
const typeset: Typeset = async () => ({ pdf: Buffer.from('%PDF'), pages: 1 })
const audit = async () => {}
const real = createTypesetter({ timeoutMs: 60_000 })

const order = async ({ app }: TestApp, companyId: string, token: string) =>
  call(app, 'createReport', { companyId }, { token })
const list = async ({ app }: TestApp, token: string) => (await call(app, 'reportList', {}, { token })).data?.list ?? []
const file = ({ app }: TestApp, id: string, token: string) =>
  app.inject({ url: API_BASE + exceptions.reportFile.path, query: { id }, headers: { token } })
const punishment = (number: number, deviation = {}) =>
  buildRecord({
    kind: 'punishment',
    is_demo: 1,
    subjects: [{ creditCode: CODE }],
    fields: { docNo: `演市监罚〔2025〕${number}号`, decisionDate: '2025-03-04', reason: `演示事由，电话 ${MOBILE}` },
    ...deviation,
  })

const settled = (test: TestApp, token: string) =>
  vi.waitFor(
    async () => {
      const [report] = await list(test, token)
      expect(['done', 'failed']).toContain(report?.state)
      return report
    },
    { timeout: 50_000 },
  )

const made = async (test: TestApp, id: string, token: string) => {
  await order(test, id, token)
  const report = await settled(test, token)
  return file(test, report?.id ?? '', token)
}

describeDatabases('a report', (freshDatabase) => {
  async function open(deviation: Partial<AppDeps> = { typesetReport: typeset }) {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, deviation)
    const company = buildCompany({
      name: '澜山演示贸易有限公司',
      credit_code: CODE,
      is_demo: 1,
      scope: `演示经营范围，联系 ${MOBILE}，含 𠮷 字`,
    })
    await insertCompanies(db, [company])
    return { db, test, id: company.row.id, token: await signInMember(test) }
  }
  it('contains every code, amount, date and record of the company page, and nothing that it hides', async () => {
    const { db, test, id, token } = await open({ typesetReport: real })
    const history = punishment(2, { standing: 'history', status: '历史', removed_on: '2026-01-05' })
    const disputed = punishment(3, { disputed_at: BUILT_AT })
    const withdrawn = punishment(4, { standing: 'withdrawn', status: '已撤销' })
    const hidden = punishment(5, { is_hidden: 1 })
    const debtor = buildRecord({
      kind: 'dishonestExecutor',
      is_demo: 1,
      subjects: [{ creditCode: CODE }],
      fields: { caseNo: '（2024）演0101执1234号', filedDate: '2024-03-18', publishDate: '2024-05-06' },
    })
    await insertRecords(db, [punishment(1), history, disputed, withdrawn, hidden, debtor])
    await db
      .insertInto('correction')
      .values({
        number: 'YY-1',
        company_id: id,
        record_kind: debtor.row.kind,
        record_id: debtor.row.id,
        title: '',
        company_name: '',
        reason: '信息有误',
        content: '',
        statement: '演示声明已与对方和解',
        claimant: '本企业',
        user_id: null,
        mobile: null,
        state: '已办结',
        result: '维持',
        note: '来源未变',
        is_shielding: 0,
        submitted_at: BUILT_AT,
        due_at: BUILT_AT,
        decided_at: BUILT_AT,
      })
      .execute()
    const response = await made(test, id, token)
    expect(response.headers['content-type']).toBe('application/pdf')
    const { pages, text, bookmarks, roles, isTagged, language } = await readPdf(response.rawPayload)

    const page = (await call(test.app, 'companyDetail', { id }, { token })).data
    const info = (await call(test.app, 'businessInfo', { id }, { token })).data
    const shown = await Promise.all(
      (['current', 'disputed', 'history'] as const).map(
        async (view) => (await call(test.app, 'punishmentList', { companyId: id, view }, { token })).data,
      ),
    )
    const stated = JSON.stringify([info, shown.map((answer) => answer?.list.map(({ fields }) => fields))])
    const dates = stated.match(/(?<!\d)\d{4}-\d{2}-\d{2}(?!T)/g) ?? []
    expect(dates.length).toBeGreaterThan(3)
    for (const part of [CODE, ...dates, '500万元', '〔2025〕1号', '〔2025〕2号', '〔2025〕3号'])
      expect(text).toContain(part)
    for (const part of ['异议处理中', '2026-01-05', '演示声明已与对方和解', '（2024）演0101执1234号'])
      expect(text).toContain(part)
    const counts = page?.sections.find(({ key }) => key === 'punishment')?.counts
    expect(counts).toEqual({ current: 1, disputed: 1, history: 1 })
    expect(text).toContain('当前1，异议处理中1，历史1')
    for (const part of ['〔2025〕4号', '〔2025〕5号', MOBILE, '信用报告']) expect(text).not.toContain(part)
    expect(text).toContain('未接入，不代表没有记录')

    expect(text).toContain('〔U+20BB7〕')
    pages.forEach((one, at) => {
      expect(one).toContain('演示数据·依据公开来源整理，非征信报告')
      expect(one).toContain(`第${at + 1}/${pages.length}页`)
    })
    expect({ isTagged, language }).toEqual({ isTagged: true, language: 'zh-CN' })
    expect([...roles]).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Figure']))
    expect(bookmarks).toEqual(expect.arrayContaining(['工商信息', '记录数量', '行政处罚']))
  })

  it('has neither a number hidden by its owner nor a suppressed person, in text, chart and lists', async () => {
    const { db, test, id, token } = await open({ typesetReport: real })
    const hidden = '15400000001'
    await db
      .updateTable('company')
      .set({ phones: JSON.stringify(['0990-2345678', hidden]), legal_representative: '演示甲' })
      .where('id', '=', id)
      .execute()
    const numbers = numberKeysIn(hidden).map((number_key) => ({ number_key, company_id: id, is_hidden: 0 as const }))
    await db.insertInto('company_contact').values(numbers).execute()
    const held = (name: string, percent: number) =>
      buildRecord({
        kind: 'shareholderInfo',
        is_demo: 1,
        subjects: [{ creditCode: CODE }],
        fields: { name, holderType: '自然人股东', percent },
      })
    const officer = (name: string) =>
      buildRecord({
        kind: 'keyPerson',
        is_demo: 1,
        subjects: [{ creditCode: CODE }],
        fields: { name, positions: ['董事'] },
      })
    await insertRecords(db, [held('演示甲', 60), held('演示乙', 40), officer('演示甲'), officer('演示乙')])
    const textOf = async () => {
      const { data } = await order(test, id, token)
      await settled(test, token)
      test.clock.time += 1_000
      return (await readPdf((await file(test, data?.id ?? '', token)).rawPayload)).text
    }
    const before = await textOf()
    for (const part of ['154****0001', '0990-2345678', '演示甲', '演示乙', '60%']) expect(before).toContain(part)

    await requestCode(test, hidden, { scene: 'hideNumber', deviceId: 'd-1' })
    const hiding = await call(test.app, 'hideNumber', { mobile: hidden, smsCode: lastCode(test, hidden) })
    expect(hiding.data).toMatchObject({ hidden: true })
    const suppressions = createSuppressionService({ db, clock: test.clock, random, audit, operatorAudit: audit })
    await suppressions.addPerson({ person: '演示甲', company: CODE, reason: '演示：非本人', operator: '' })
    const after = await textOf()
    for (const part of ['154****0001', hidden, '演示甲', '60%']) expect(after).not.toContain(part)
    for (const part of ['0990-2345678', '演示乙', '40%']) expect(after).toContain(part)
  })

  it('states years and dates once, and in the words of the pages', async () => {
    const { db, test, id, token } = await open({ typesetReport: real })
    const listed = buildRecord({
      kind: 'listEntry',
      is_demo: 1,
      subjects: [{ creditCode: CODE }],
      fields: { listName: '演示企业500强', year: 2025, rank: 1_234 },
    })
    await insertRecords(db, [listed, punishment(1, { fields: { docNo: '演罚1号', publishDate: '2025-05-06' } })])
    const { text } = await readPdf((await made(test, id, token)).rawPayload)
    for (const part of ['榜单年份2025', '名次1,234', '2025-05-06']) expect(text).toContain(part)
    expect(text.match(/发布日期2025-05-06|公示日期2025-05-06/g)).toHaveLength(1)
  })

  it('of many records has at most 60 pages and states how many it leaves out', async () => {
    const { db, test, id, token } = await open({ typesetReport: real })
    const long = '演示市场监督管理'.repeat(120)
    const reason = (number: number) => punishment(number, { fields: { docNo: `演罚${number}号`, reason: long } })
    await insertRecords(
      db,
      Array.from({ length: 230 }, (_, number) => reason(number)),
    )
    const { pages, text } = await readPdf((await made(test, id, token)).rawPayload)
    expect(pages.length).toBeLessThanOrEqual(60)
    expect(text).toMatch(/共230条，列出\d+条，未列出\d+条/)
  })

  it('is refused to a user who is no member', async () => {
    const { test, id } = await open()
    const { token } = await signIn(test)
    expect(await order(test, id, token)).toMatchObject({ code: 4030, message: '生成报告为会员功能，请先开通会员' })
  })

  it.each<[string, object]>([
    ['no company', {}],
    ['a company id of 65 characters', { companyId: 'c'.repeat(65) }],
    ['no part', { companyId: 'c-1', sections: [] }],
    ['an unknown part', { companyId: 'c-1', sections: ['register', 'credit'] }],
    ['parts that are no list', { companyId: 'c-1', sections: 'register' }],
    ['51 parts', { companyId: 'c-1', sections: Array(51).fill('register') }],
    ['a number for the company', { companyId: 1 }],
  ])('with %s is refused, and nothing is stored', async (_what, payload) => {
    const { db, test, token } = await open()
    const url = API_BASE + companyReportRoutes.createReport.path
    const response = await test.app.inject({ method: 'POST', url, payload, headers: { token } })
    expect(response.json()).toMatchObject({ code: 400 })
    expect(await db.selectFrom('company_report').select('id').execute()).toEqual([])
  })

  it.each(['', 'b'.repeat(65), 'b-none', '../../etc/passwd', "'; drop table company_report; --"])(
    'with the id "%s" does not open',
    async (id) => {
      const { test, token } = await open()
      const response = await file(test, id, token)
      expect([400, 4040]).toContain(response.json().code)
      expect(response.statusCode).toBeLessThan(500)
    },
  )

  it('is refused for an unknown company', async () => {
    const { test, token } = await open()
    expect(await order(test, 'c-none', token)).toMatchObject({ code: 4040, message: '未找到该企业' })
  })

  it('opens for its owner only', async () => {
    const { test, id, token } = await open()
    await made(test, id, token)
    const [report] = await list(test, token)
    const other = await file(test, report?.id ?? '', await signInMember(test))
    expect(other.json()).toMatchObject({ code: 4040 })
  })

  it('is deleted after 24 hours', async () => {
    const { test, id, token } = await open()
    await made(test, id, token)
    const [report] = await list(test, token)
    test.clock.time += 24 * HOUR
    expect(await list(test, token)).toEqual([])
    expect((await file(test, report?.id ?? '', token)).json()).toMatchObject({ code: 4040 })
  })

  it('is refused after 20 on a day', async () => {
    const { test, id, token } = await open({ typesetReport: typeset, ...withLimits(shippedLimits()) })
    for (let ordered = 0; ordered < 20; ordered += 1) {
      expect((await order(test, id, token)).code).toBe(0)
      await settled(test, token)
    }
    const refused = await order(test, id, token)
    expect(refused.code).toBe(429)
    expect(refused.message).toContain('今日生成报告次数已达上限')
  })

  it('is refused with a sentence when ten wait', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { test, id, token } = await open({
      typesetReport: async (report) => {
        await held
        return typeset(report)
      },
    })
    for (let ordered = 0; ordered < 11; ordered += 1) expect((await order(test, id, token)).code).toBe(0)
    expect(await order(test, id, token)).toMatchObject({ code: 4151, message: '当前生成报告人数较多，请稍后重试' })
    const [newest] = await list(test, token)
    const early = await file(test, newest?.id ?? '', token)
    expect(early.json()).toMatchObject({ code: 4151, message: '报告正在生成，请稍后打开' })
    release()
    await vi.waitFor(async () => expect((await list(test, token)).every(({ state }) => state === 'done')).toBe(true), {
      timeout: 50_000,
    })
  })

  it.each<[string, Typeset]>([
    ['takes too long', createTypesetter({ timeoutMs: 1 })],
    ['needs too much memory', createTypesetter({ heapMb: 8 })],
    ['throws', () => Promise.reject(new Error('演示故障'))],
  ])('that %s is shown as failed with a sentence', async (_cause, typesetReport) => {
    const { test, id, token } = await open({ typesetReport })
    const response = await made(test, id, token)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ code: 4151, message: '报告未能生成，请重新生成' })
  })

  it('whose process ended is made with its parts by the next one', async () => {
    const { db, test, id, token } = await open({ typesetReport: real })
    await insertRecords(db, [punishment(1)])
    const first = await call(test.app, 'createReport', { companyId: id, sections: ['punishment'] }, { token })
    await settled(test, token)
    await db.updateTable('company_report').set({ state: 'running', pdf: null, pages: null, attempts: 2 }).execute()
    await order(test, id, token)
    await vi.waitFor(
      async () => expect((await list(test, token)).map(({ state }) => state)).toEqual(['done', 'done']),
      { timeout: 50_000 },
    )
    const { bookmarks } = await readPdf((await file(test, first.data?.id ?? '', token)).rawPayload)
    expect(bookmarks).toEqual(['记录数量', '来源与日期', '行政处罚'])
  })

  it('with which three processes have ended is failed, and the next one is made', async () => {
    const { db, test, id, token } = await open()
    const { data } = await order(test, id, token)
    await settled(test, token)
    await db.updateTable('company_report').set({ state: 'running', pdf: null, attempts: 3 }).execute()
    await order(test, id, token)
    await vi.waitFor(async () => {
      const states = new Map((await list(test, token)).map((report) => [report.id, report]))
      expect(states.get(data?.id ?? '')).toMatchObject({ state: 'failed', reason: '报告未能生成，请重新生成' })
      expect([...states.values()].map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
    })
  })

  it('of a company that was removed meanwhile does not open', async () => {
    const { db, test, id, token } = await open()
    await made(test, id, token)
    const [report] = await list(test, token)
    await db.deleteFrom('company').where('id', '=', id).execute()
    expect((await file(test, report?.id ?? '', token)).json()).toMatchObject({
      code: 4151,
      message: '该企业已移除，不再提供报告',
    })
  })
})
