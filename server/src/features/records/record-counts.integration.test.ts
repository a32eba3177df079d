import { describe, expect, it } from 'vitest'
import { BUILT_AT } from '../../../test/builders/companies.ts'
import { buildRecord, insertRecords } from '../../../test/builders/records.ts'
import { describeBothDatabases, describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'
import {
  by,
  type Company,
  company,
  debt,
  judgment,
  readRecordsOf,
  refusalOf,
  removed,
} from '../../../test/http/record-store.ts'
import { createCompanyRecords } from '../../records/record-counts.ts'

const DAY = 86_400_000
const today = '2026-06-30'
const yesterday = '2026-06-29'
const tomorrow = '2026-07-01'
const notFound = { code: 4040, message: '未找到该记录' }

describeBothDatabases('counts of records', (freshDatabase) => {
  const { test, db, token, store, debts, detail, page } = readRecordsOf(freshDatabase)
  const taxes = async (of: Company) =>
    (await call(test().app, 'taxViolationList', { companyId: of.row.id }, { token: token() })).data
  const taxSection = async (of: Company) => (await page(of))?.sections.find(({ key }) => key === 'taxViolation')

  describe('the view of a record', () => {
    it('one current and three removed listings count as one listing and a tag', async () => {
      const debtor = company()
      await store(debtor, [debt(debtor), ...Array.from({ length: 3 }, () => debt(debtor, removed))])
      expect((await debts(debtor))?.counts).toEqual({ current: 1, disputed: 0, history: 3 })
      expect(
        (await debts(debtor, { view: 'history' }))?.list.map(({ recordStatus, severity }) => [recordStatus, severity]),
      ).toEqual(Array.from({ length: 3 }, () => ['已移出', '提示']))
      expect(await page(debtor)).toMatchObject({ isDishonestDebtor: true, risk: { high: 1, medium: 0, notice: 0 } })
      expect(
        await createCompanyRecords({ db: db(), clock: test().clock, includeDemo: true }).flagsOf([debtor.row]),
      ).toEqual(
        new Map([
          [debtor.row.id, { isDishonestDebtor: true, isJudgmentDebtor: false, isConsumptionRestricted: false }],
        ]),
      )
    })

    it('three removed listings give no tag', async () => {
      const debtor = company()
      await store(
        debtor,
        Array.from({ length: 3 }, () => debt(debtor, removed)),
      )
      expect(await page(debtor)).toMatchObject({ isDishonestDebtor: false, risk: { high: 0, medium: 0, notice: 0 } })
      expect(
        await createCompanyRecords({ db: db(), clock: test().clock, includeDemo: true }).flagsOf([debtor.row]),
      ).toEqual(new Map())
    })

    it('depends on the clock at the time of reading', async () => {
      const debtor = company()
      const [ending, leaving] = [debt(debtor, { display_until: tomorrow }), debt(debtor, { removed_on: tomorrow })]
      await store(debtor, [ending, leaving])
      const later = await openTestApp(db())
      const session = await signIn(later)
      const seen = async () => {
        const { data } = await call(later.app, 'dishonestExecutorList', { companyId: debtor.row.id }, session)
        const one = await call(later.app, 'dishonestExecutorDetail', { id: ending.row.id }, session)
        return { ...data?.counts, code: one.code }
      }
      expect(await seen()).toEqual({ current: 2, disputed: 0, history: 0, code: 0 })
      later.clock.time += DAY
      expect(await seen()).toEqual({ current: 1, disputed: 0, history: 1, code: 0 })
      later.clock.time += DAY
      expect(await seen()).toEqual({ current: 0, disputed: 0, history: 1, code: 4040 })
    })

    it('a disputed record is shown, marked, and counted separately', async () => {
      const debtor = company()
      const disputed = debt(debtor, { disputed_at: BUILT_AT })
      await store(debtor, [disputed])
      expect((await debts(debtor))?.counts).toEqual({ current: 0, disputed: 1, history: 0 })
      expect((await debts(debtor, { view: 'disputed' }))?.list).toMatchObject([
        { recordStatus: '异议处理中', dispute: { since: new Date(BUILT_AT).toISOString() } },
      ])
      expect((await page(debtor))?.isDishonestDebtor).toBe(false)
    })

    it('hidden, withdrawn and expired records are in no view', async () => {
      const debtor = company()
      const gone = [
        debt(debtor, { is_hidden: 1 }),
        debt(debtor, { standing: 'withdrawn', status: '已撤销' }),
        debt(debtor, { display_until: yesterday }),
      ]
      await store(debtor, gone)
      for (const view of [undefined, 'disputed', 'history'] as const) {
        expect(await debts(debtor, view === undefined ? {} : { view })).toMatchObject({ list: [], total: 0 })
      }
      expect((await page(debtor))?.sections.find(({ key }) => key === 'dishonestExecutor')?.counts).toEqual({
        current: 0,
        disputed: 0,
        history: 0,
      })
      for (const id of [...gone.map(({ row }) => row.id), 'r-none']) {
        expect(refusalOf(await detail(id))).toEqual(notFound)
        expect(refusalOf(await detail(id, debtor.row.id))).toEqual(notFound)
        expect(refusalOf(await call(test().app, 'executedPersonDetail', { id }, { token: token() }))).toEqual(notFound)
      }
      expect(
        (await call(test().app, 'latestRecord', { id: debtor.row.id, group: 'legalRisk' }, { token: token() })).data,
      ).toBeNull()
    })
  })

  describe('counting', () => {
    it('a plaintiff has no risk, and labour disputes count for the defendant', async () => {
      const party = company()
      await store(party, [
        judgment(party, '原告'),
        judgment(party, '原告', { cause: '劳动争议' }),
        judgment(party, '被告', { cause: '追索劳动报酬纠纷' }),
      ])
      expect(await page(party)).toMatchObject({
        risk: { high: 0, medium: 1, notice: 2 },
        jobSeeker: { labourDisputes: { judicialDocument: 1, courtAnnouncement: 0 } },
      })
      const risks = await createCompanyRecords({ db: db(), clock: test().clock, includeDemo: true }).risksOf([
        party.row.id,
      ])
      expect(risks.get(party.row.id)).toMatchObject({
        riskCounts: { judicialDocument: { current: 3 }, judicialDocumentAsDefendant: { current: 1 } },
        maxSeverity: '中',
      })
      const list = async (query: object) =>
        (await call(test().app, 'judicialDocumentList', { companyId: party.row.id, ...query }, { token: token() })).data
      expect(await list({ identity: '被告' })).toMatchObject({ total: 1, list: [{ identity: '被告', severity: '中' }] })
      expect(await list({ labour: '劳动争议', identity: '原告' })).toMatchObject({
        total: 1,
        counts: { current: 3 },
        facets: [
          {
            name: 'identity',
            options: [
              { value: '被告', count: 1 },
              { value: '原告', count: 1 },
            ],
          },
          { name: 'year', options: [{ value: '2025', count: 1 }] },
          { name: 'caseType', options: [] },
          { name: 'labour', options: [{ value: '劳动争议', count: 1 }] },
        ],
      })
    })

    it('one penalty from two sources counts once, with both sources', async () => {
      const punished = company()
      const penalty = buildRecord({
        kind: 'punishment',
        subjects: [by(punished)],
        fields: { docNo: '演市监处罚〔2025〕12号', decisionDate: '2025-01-10' },
        otherStatements: [{ source_id: 'other', as_of: '2026-07-01' }],
      })
      await store(punished, [penalty])
      const { data } = await call(test().app, 'punishmentList', { companyId: punished.row.id }, { token: token() })
      expect(data?.total).toBe(1)
      expect(data?.list[0]?.sources.map(({ sourceId }) => sourceId)).toEqual(['other', 'test'])
    })

    it('is null for a kind whose sources do not cover the company', async () => {
      const [real, demo] = [company(), company({ is_demo: 1 })]
      await store([real, demo], [], [{ kind: 'taxViolation', source_id: 'demo-tax', is_demo: 1 }])
      expect(await taxes(real)).toMatchObject({ connected: false, feeds: [] })
      expect(await taxes(demo)).toMatchObject({ connected: true, feeds: [{ sourceId: 'demo-tax', asOf: today }] })
      expect(await taxSection(real)).toEqual({ key: 'taxViolation', connected: false, counts: null, asOf: null })
      expect(await taxSection(demo)).toMatchObject({ counts: { current: 0 }, asOf: today })
    })

    it('insured people of each year are listed newest first', async () => {
      const employer = company({ insured_year: 2025, insured_count: 30 })
      const insured = (year: number, insuredCount: number) =>
        buildRecord({ kind: 'annualInsurance', subjects: [by(employer)], fields: { year, insuredCount } })
      await store(employer, [insured(2023, 10), insured(2024, 0)])
      expect((await page(employer))?.jobSeeker.insured).toEqual([
        { year: 2025, count: 30 },
        { year: 2024, count: 0 },
        { year: 2023, count: 10 },
      ])
    })
  })
})

describeDatabases('one record', (freshDatabase) => {
  const { test, db, token, store, detail } = readRecordsOf(freshDatabase)

  const newestLines = async (of: Company) => {
    const { data } = await call(test().app, 'latestRecord', { id: of.row.id, group: 'legalRisk' }, { token: token() })
    return data?.lines.map(({ value }) => value)
  }

  it('shows its matter, its companies, its steps and the decisions on objections', async () => {
    const [debtor, applicant] = [company(), company()]
    const basis = '（2023）演0101民初567号'
    const listing = debt(debtor, {
      fields: {
        basisNo: basis,
        filedDate: '2024-03-18',
        applicant: applicant.row.name,
        duty: '给付演示乙货款',
        coExecuted: [
          { role: '被执行人', name: '演示乙', type: 2, cid: null, statement: null },
          {
            role: '被执行人',
            name: applicant.row.name,
            type: 1,
            cid: `c:${applicant.row.credit_code}`,
            statement: null,
          },
        ],
      },
    })
    const ruling = judgment(debtor, '被告', {
      caseNo: basis,
      caseName: '演示乙买卖合同纠纷一审判决书',
      procedure: '一审',
      judgeDate: '2023-11-20',
      parties: [{ role: '原告', name: '演示乙', type: 2, cid: null, statement: null }],
    })
    await store([debtor, applicant], [listing, ruling, judgment(debtor, '被告', { caseNo: '（2020）演0101民初1号' })])
    const { row } = listing
    await db()
      .insertInto('correction')
      .values({
        number: `YY-${row.id}`,
        company_id: debtor.row.id,
        record_kind: row.kind,
        record_id: row.id,
        title: '',
        company_name: '',
        reason: '信息有误',
        content: '',
        statement: '已与演示乙和解',
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
    const { data } = await detail(row.id, debtor.row.id)
    expect(data).toMatchObject({
      companyId: debtor.row.id,
      linkedBy: 'creditCode',
      company: { name: debtor.row.name, creditCode: debtor.row.credit_code },
      links: { applicant: applicant.row.id },
      related: [
        { recordKind: 'judicialDocument', id: ruling.row.id, title: '演示某买卖合同纠纷一审判决书', hasDetail: true },
      ],
      decisions: [{ result: '维持', note: '来源未变', statement: '已与演示某和解' }],
      fields: {
        duty: '给付演示某货款',
        coExecuted: [
          { name: '演示某', cid: null },
          { name: applicant.row.name, cid: applicant.row.id },
        ],
      },
    })
    expect(data?.timeline.map(({ date, label }) => [date, label])).toEqual([
      ['2023-11-20', '一审判决'],
      ['2024-03-18', '执行立案'],
    ])
  })

  it('is found by id, and not for a company it is not about', async () => {
    const [debtor, stranger] = [company(), company()]
    const listing = debt(debtor)
    await store([debtor, stranger], [listing])
    expect((await detail(listing.row.id)).data?.companyId).toBe(debtor.row.id)
    expect(refusalOf(await detail(listing.row.id, stranger.row.id))).toEqual(notFound)
    expect(refusalOf(await detail(listing.row.id, 'c-none'))).toEqual(notFound)
    const nobodys = debt(debtor, { subjects: [{ name: '演示无此贸易有限公司' }] })
    await insertRecords(db(), [nobodys])
    expect((await detail(nobodys.row.id)).data).toMatchObject({ companyId: null, company: null, identity: null })
  })

  it('shows a victory only on the page of the winner', async () => {
    const [winner, loser] = [company(), company()]
    const won = buildRecord({
      kind: 'judicialDocument',
      subjects: [
        { ...by(winner), identity: '原告' },
        { ...by(loser), identity: '被告' },
      ],
      fields: {
        outcome: '胜诉',
        publishDate: '2024-01-01',
        parties: [
          { role: '原告', name: winner.row.name, type: 1, cid: `c:${winner.row.credit_code}`, statement: '胜诉' },
          { role: '被告', name: loser.row.name, type: 1, cid: `c:${loser.row.credit_code}`, statement: null },
        ],
      },
    })
    await store([winner, loser], [won])
    expect(await newestLines(winner)).toEqual(['胜诉'])
    expect(await newestLines(loser)).toEqual([])
  })

  it('the newest current record represents its group, in a few lines', async () => {
    const debtor = company()
    await store(debtor, [
      debt(debtor, {
        published_on: '2024-05-06',
        fields: { performance: '全部未履行', court: '演示市法院', amount: { value: 1250000.5, unit: '元' } },
      }),
      debt(debtor, { ...removed, published_on: '2026-01-01' }),
    ])
    const { data } = await call(
      test().app,
      'latestRecord',
      { id: debtor.row.id, group: 'legalRisk' },
      { token: token() },
    )
    expect(data).toMatchObject({
      title: '（2024）演0101执1号',
      publishedAt: '2024-05-06',
      lines: [
        { value: '演示市法院', tone: null },
        { value: '全部未履行', tone: 'red' },
        { value: '1,250,000.50 元', tone: null },
      ],
    })
  })
})
