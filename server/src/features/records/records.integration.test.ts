import type { RecordFields } from '@baiqicha/contract/records/fields'
import { recordKindKeys } from '@baiqicha/contract/records/record-keys'
import { type RouteKey, routes } from '@baiqicha/contract/routes'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, openTestApp, raisedLimits, signIn, type TestApp, withLimits } from '../../../test/app.ts'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../test/builders.ts'
import { type BuiltRecord, buildRecord, insertFeed, insertRecords } from '../../../test/builders-records.ts'
import { describeDatabases } from '../../../test/databases.ts'
import type { Database } from '../../platform/database/database.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { createCompanyRecords } from '../../records/record-counts.ts'
import { createCompanyRepository } from '../company/company.repository.ts'
import { createRecordReading } from './record-reading.ts'

const DAY = 86_400_000
const today = '2026-06-30'
const yesterday = '2026-06-29'
const tomorrow = '2026-07-01'
const notFound = { code: 4040, message: '未找到该记录' }

let companies = 0
/** A company with a code of its own, and a name nobody else has. */
const company = (deviation: Parameters<typeof buildCompany>[0] = {}) => {
  companies += 1
  const credit_code = `9199000${String(companies).padStart(11, '0')}`
  return buildCompany({ name: `演示${companies}号记录贸易有限公司`, credit_code, ...deviation })
}
type Company = ReturnType<typeof company>
const by = ({ row }: Company) => ({
  creditCode: row.credit_code,
  registrationNumber: row.registration_number,
  name: row.name,
})

const debt = (of: Company, deviation: Partial<Parameters<typeof buildRecord>[0]> = {}) =>
  buildRecord({
    kind: 'dishonestExecutor',
    subjects: [by(of)],
    ...deviation,
    fields: { name: of.row.name, caseNo: '（2024）演0101执1号', publishDate: '2024-05-06', ...deviation.fields },
  })

const judgment = (of: Company, identity: string, fields: RecordFields = {}) =>
  buildRecord({
    kind: 'judicialDocument',
    subjects: [{ ...by(of), identity }],
    fields: { docType: '判决书', judgeDate: '2025-03-01', cause: '买卖合同纠纷', ...fields },
  })

const told = ({ code, message }: Answer<RouteKey>) => ({ code, message })

const removed = { standing: 'history', status: '已移出', removed_on: '2025-01-01' } as const

describeDatabases('records', (freshDatabase) => {
  let db: Database
  let test: TestApp
  let token: string
  beforeAll(async () => {
    ;({ db } = await freshDatabase())
    test = await openTestApp(db)
    ;({ token } = await signIn(test))
    return () => test.app.close()
  })

  const store = async (of: Company | readonly Company[], records: readonly BuiltRecord[]) => {
    await insertCompanies(db, [of].flat())
    await insertRecords(db, records)
  }
  const debts = async (
    of: Company,
    query: { view?: 'history' | 'disputed'; page?: number; pageSize?: number; court?: string } = {},
  ) => (await call(test.app, 'dishonestExecutorList', { companyId: of.row.id, ...query }, { token })).data
  const page = async (of: Company) => (await call(test.app, 'companyDetail', { id: of.row.id })).data
  const detail = (id: string, companyId?: string) =>
    call(test.app, 'dishonestExecutorDetail', companyId === undefined ? { id } : { id, companyId }, { token })
  const taxes = async (of: Company) =>
    (await call(test.app, 'taxViolationList', { companyId: of.row.id }, { token })).data
  const taxSection = async (of: Company) => (await page(of))?.sections.find(({ key }) => key === 'taxViolation')
  const linked = async (of: Company) => {
    const list = await debts(of)
    return { linkedBy: list?.list.map(({ linkedBy }) => linkedBy), namesakes: list?.namesakes, total: list?.total }
  }

  describe('what has become of a record', () => {
    it('one current and three removed listings are one listing and a tag', async () => {
      const debtor = company()
      await store(debtor, [debt(debtor), ...Array.from({ length: 3 }, () => debt(debtor, removed))])
      expect((await debts(debtor))?.counts).toEqual({ current: 1, disputed: 0, history: 3 })
      expect(
        (await debts(debtor, { view: 'history' }))?.list.map(({ recordStatus, severity }) => [recordStatus, severity]),
      ).toEqual(Array.from({ length: 3 }, () => ['已移出', '提示']))
      expect(await page(debtor)).toMatchObject({ isDishonestDebtor: true, risk: { high: 1, medium: 0, notice: 0 } })
      expect(await createCompanyRecords({ db, clock: test.clock, includeDemo: true }).flagsOf([debtor.row.id])).toEqual(
        new Map([
          [debtor.row.id, { isDishonestDebtor: true, isJudgmentDebtor: false, isConsumptionRestricted: false }],
        ]),
      )
    })

    it('three removed listings are no tag', async () => {
      const debtor = company()
      await store(
        debtor,
        Array.from({ length: 3 }, () => debt(debtor, removed)),
      )
      expect(await page(debtor)).toMatchObject({ isDishonestDebtor: false, risk: { high: 0, medium: 0, notice: 0 } })
      expect(await createCompanyRecords({ db, clock: test.clock, includeDemo: true }).flagsOf([debtor.row.id])).toEqual(
        new Map(),
      )
    })

    it('is looked at by the clock when it is read', async () => {
      const debtor = company()
      const [ending, leaving] = [debt(debtor, { display_until: tomorrow }), debt(debtor, { removed_on: tomorrow })]
      await store(debtor, [ending, leaving])
      const later = await openTestApp(db)
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

    it('a disputed record stays, marked, and counts apart', async () => {
      const debtor = company()
      const disputed = debt(debtor, { disputed_at: BUILT_AT })
      await store(debtor, [disputed])
      expect((await debts(debtor))?.counts).toEqual({ current: 0, disputed: 1, history: 0 })
      expect((await debts(debtor, { view: 'disputed' }))?.list).toMatchObject([
        { recordStatus: '异议处理中', dispute: { since: new Date(BUILT_AT).toISOString() } },
      ])
      expect((await page(debtor))?.isDishonestDebtor).toBe(false)
    })

    it('hidden, withdrawn and over ones are nowhere, alike', async () => {
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
        expect(told(await detail(id))).toEqual(notFound)
        expect(told(await detail(id, debtor.row.id))).toEqual(notFound)
        expect(told(await call(test.app, 'executedPersonDetail', { id }, { token }))).toEqual(notFound)
      }
      expect(
        (await call(test.app, 'latestRecord', { id: debtor.row.id, group: 'legalRisk' }, { token })).data,
      ).toBeNull()
    })
  })

  describe('counting', () => {
    it('a plaintiff is no risk, and labour disputes count for the defendant', async () => {
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
      const risks = await createCompanyRecords({ db, clock: test.clock, includeDemo: true }).risksOf([party.row.id])
      expect(risks.get(party.row.id)).toMatchObject({
        riskCounts: { judicialDocument: { current: 3 }, judicialDocumentAsDefendant: { current: 1 } },
        maxSeverity: '中',
      })
      const list = async (query: object) =>
        (await call(test.app, 'judicialDocumentList', { companyId: party.row.id, ...query }, { token })).data
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

    it('one penalty from two sources is one, with both', async () => {
      const punished = company()
      const penalty = buildRecord({
        kind: 'punishment',
        subjects: [by(punished)],
        fields: { docNo: '演市监处罚〔2025〕12号', decisionDate: '2025-01-10' },
        alsoTold: [{ source_id: 'other', as_of: '2026-07-01' }],
      })
      await store(punished, [penalty])
      const { data } = await call(test.app, 'punishmentList', { companyId: punished.row.id }, { token })
      expect(data?.total).toBe(1)
      expect(data?.list[0]?.sources.map(({ sourceId }) => sourceId)).toEqual(['other', 'test'])
    })

    it('is not told of a kind whose sources do not cover the company', async () => {
      const [real, demo] = [company(), company({ is_demo: 1 })]
      await store([real, demo], [])
      await insertFeed(db, { kind: 'taxViolation', source_id: 'demo-tax', is_demo: 1 })
      expect(await taxes(real)).toMatchObject({ connected: false, feeds: [] })
      expect(await taxes(demo)).toMatchObject({ connected: true, feeds: [{ sourceId: 'demo-tax', asOf: today }] })
      expect(await taxSection(real)).toEqual({ key: 'taxViolation', counts: null, asOf: null })
      expect(await taxSection(demo)).toMatchObject({ counts: { current: 0 }, asOf: today })
    })

    it('insured people of each year come newest first', async () => {
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

  describe('whose a record is', () => {
    it('is told by code, by number, or by a name that only one has', async () => {
      const known = company({ registration_number: '990001000000017' })
      const { credit_code: creditCode, registration_number: registrationNumber, name } = known.row
      await store(known, [
        debt(known, { subjects: [{ creditCode }], published_on: '2024-03-01' }),
        debt(known, { subjects: [{ registrationNumber }], published_on: '2024-02-01' }),
        debt(known, { subjects: [{ name }], published_on: '2024-01-01' }),
        debt(known, { subjects: [{ creditCode }, { name }], published_on: '2023-01-01' }),
      ])
      expect(await linked(known)).toEqual({
        linkedBy: ['creditCode', 'registrationNumber', 'name', 'creditCode'],
        namesakes: 0,
        total: 4,
      })
    })

    it('namesakes are counted and never shown, and the tag is nobody’s', async () => {
      const name = '演示同名贸易有限公司'
      const [one, other] = [company({ name }), company({ name, registration_number: '990002000000013' })]
      await store(
        [one, other],
        [debt(one, { subjects: [{ name }] }), debt(other, { subjects: [{ creditCode: other.row.credit_code }] })],
      )
      expect(await linked(one)).toEqual({ linkedBy: [], namesakes: 1, total: 0 })
      expect(await linked(other)).toEqual({ linkedBy: ['creditCode'], namesakes: 1, total: 1 })
      expect((await page(one))?.isDishonestDebtor).toBe(false)
    })

    it('a name is nobody’s where another company bore it, or another code was told with it', async () => {
      const [bearer, renamed, told_] = [
        company({ name: '演示易名贸易有限公司' }),
        company({ names: [{ kind: 'former', value: '演示易名贸易有限公司' }] }),
        company(),
      ]
      await store(
        [bearer, renamed, told_],
        [
          debt(bearer, { subjects: [{ name: bearer.row.name }] }),
          debt(told_, { subjects: [{ name: told_.row.name }] }),
          debt(told_, { subjects: [{ creditCode: '91990003MA0FCT03X0', name: told_.row.name }] }),
        ],
      )
      expect(await linked(bearer)).toEqual({ linkedBy: [], namesakes: 1, total: 0 })
      expect(await linked(told_)).toEqual({ linkedBy: [], namesakes: 1, total: 0 })
    })

    it('a company without a code has what is told under the one code that came with its name', async () => {
      const [without, owner] = [company({ credit_code: null }), company()]
      await store(
        [without, owner],
        [debt(without, { subjects: [{ creditCode: '91990004MA0FCT048E', name: without.row.name }] })],
      )
      expect(await linked(without)).toEqual({ linkedBy: ['name'], namesakes: 0, total: 1 })
      await insertRecords(db, [
        debt(without, { subjects: [{ creditCode: owner.row.credit_code, name: without.row.name }] }),
      ])
      expect(await linked(without)).toEqual({ linkedBy: [], namesakes: 0, total: 0 })
    })

    it('natural persons are never linked', async () => {
      const person = company({ name: '演示甲', credit_code: null })
      const holder = company()
      await store(
        [person, holder],
        [
          debt(person, { subjects: [{ name: '演示甲' }] }),
          buildRecord({
            kind: 'shareholderInfo',
            subjects: [by(holder)],
            fields: { name: '演示甲', holderType: '自然人股东' },
          }),
        ],
      )
      expect(await linked(person)).toEqual({ linkedBy: [], namesakes: 1, total: 0 })
      const { data } = await call(test.app, 'shareholderInfoList', { id: holder.row.id })
      expect(data?.list).toMatchObject([{ fields: { name: '演示甲' }, links: {} }])
    })
  })

  describe('a list', () => {
    it('has one order that paging goes through once, undated ones last', async () => {
      const debtor = company()
      const dates = Array.from({ length: 25 }, (_, at) => (at % 5 === 0 ? null : `2024-01-0${1 + (at % 3)}`))
      await store(
        debtor,
        dates.map((published_on) => debt(debtor, { published_on, fields: { publishDate: null } })),
      )
      const pages = [1, 2, 3].map((number) => debts(debtor, { page: number, pageSize: 10 }))
      const rows = (await Promise.all(pages)).flatMap((list) => list?.list ?? [])
      const order = rows.map(({ publishedAt, id }) => ({ publishedAt: publishedAt ?? '', id }))
      expect(new Set(order.map(({ id }) => id)).size).toBe(25)
      expect(order).toEqual(
        order.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt) || (a.id < b.id ? -1 : 1)),
      )
    })

    it('takes shareholders by their part, those without one last, and links companies for certain', async () => {
      const [held, holder, twin, otherTwin] = [
        company(),
        company(),
        company({ name: '演示双名投资有限公司' }),
        company({ name: '演示双名投资有限公司' }),
      ]
      const share = (name: string, percent: number | null, creditCode: string | null = null) =>
        buildRecord({ kind: 'shareholderInfo', subjects: [by(held)], fields: { name, percent, creditCode } })
      await store(
        [held, holder, twin, otherTwin],
        [
          share('演示乙', null),
          share(holder.row.name, 30),
          share(twin.row.name, 60, twin.row.credit_code),
          share(otherTwin.row.name, 10),
        ],
      )
      const { data } = await call(test.app, 'shareholderInfoList', { id: held.row.id })
      expect(data?.list.map(({ fields, links }) => [fields['percent'], links])).toEqual([
        [60, { name: twin.row.id }],
        [30, { name: holder.row.id }],
        [10, {}],
        [null, {}],
      ])
    })

    it('is narrowed by exactly what was said, whatever it looks like', async () => {
      const debtor = company()
      const courts = [
        '演示市%法院',
        '演示市|法院',
        String.raw`演示市\_法院`,
        "演示市'法院",
        '演示市法院=',
        '演示市Ａa法院',
      ]
      await store(
        debtor,
        courts.map((court) => debt(debtor, { fields: { court } })),
      )
      const offered = (await debts(debtor))?.facets.find(({ name }) => name === 'court')?.options ?? []
      expect(offered).toHaveLength(courts.length)
      for (const { value } of offered)
        expect(await debts(debtor, { court: value })).toMatchObject({ total: 1, list: [{}] })
      for (const court of ['%', '演示市_法院', '演示市ａA法院', '|', '=', "' or 1=1 --"]) {
        expect(await debts(debtor, { court })).toMatchObject({ total: 0, list: [] })
      }
    })

    it('masks natural persons and keeps offices, and rows have what lists show only', async () => {
      const restricted = company({ legal_representative: '演示丙' })
      const order = (restrictedPerson: string, restrictedRole: string, filedDate: string) =>
        buildRecord({
          kind: 'consumptionRestriction',
          subjects: [by(restricted)],
          fields: {
            restrictedPerson,
            restrictedRole,
            companyName: restricted.row.name,
            applicant: '演示丁',
            filedDate,
          },
        })
      await store(restricted, [
        order('演示乙', '法定代表人', '2024-03-01'),
        order('演示丙', '法定代表人', '2024-02-01'),
        order('演示戊', '被执行人', '2024-01-01'),
      ])
      const { data } = await call(test.app, 'consumptionRestrictionList', { companyId: restricted.row.id }, { token })
      expect(
        data?.list.map(({ fields, isFormerOffice }) => [
          fields['restrictedPerson'],
          fields['applicant'],
          isFormerOffice,
        ]),
      ).toEqual([
        ['演示乙', '演示某', true],
        ['演示丙', '演示某', false],
        ['演示某1', '演示某2', false],
      ])
      const debtor = company()
      await store(debtor, [debt(debtor, { fields: { duty: '演示义务', legalRep: '演示乙' } })])
      expect(Object.keys((await debts(debtor))?.list[0]?.fields ?? {})).not.toContain('duty')
    })
  })

  describe('one record', () => {
    it('tells its matter, its companies, its steps and how objections ended', async () => {
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
            { role: '被执行人', name: applicant.row.name, type: 1, cid: null, statement: null },
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
      await db
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
        ['2023-11-20', '一审裁判日期（裁判文书）'],
        ['2024-03-18', '立案日期（失信被执行人）'],
      ])
    })

    it('is found by itself, and not for a company it is not about', async () => {
      const [debtor, stranger] = [company(), company()]
      const listing = debt(debtor)
      await store([debtor, stranger], [listing])
      expect((await detail(listing.row.id)).data?.companyId).toBe(debtor.row.id)
      expect(told(await detail(listing.row.id, stranger.row.id))).toEqual(notFound)
      expect(told(await detail(listing.row.id, 'c-none'))).toEqual(notFound)
      const nobodys = debt(debtor, { subjects: [{ name: '演示无此贸易有限公司' }] })
      await insertRecords(db, [nobodys])
      expect((await detail(nobodys.row.id)).data).toMatchObject({ companyId: null, company: null, identity: null })
    })

    it('the newest current one stands for its group, in a few lines', async () => {
      const debtor = company()
      await store(debtor, [
        debt(debtor, {
          published_on: '2024-05-06',
          fields: { performance: '全部未履行', court: '演示市法院', amount: { value: 1250000.5, unit: '元' } },
        }),
        debt(debtor, { ...removed, published_on: '2026-01-01' }),
      ])
      const { data } = await call(test.app, 'latestRecord', { id: debtor.row.id, group: 'legalRisk' }, { token })
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

  describe('a visitor', () => {
    it('sees counts and the overview, and no risk record', async () => {
      const debtor = company()
      const listing = debt(debtor)
      await store(debtor, [listing])
      expect((await page(debtor))?.risk?.high).toBe(1)
      for (const key of recordKindKeys) {
        const route = routes[`${key}List`]
        const { code } = await call(test.app, `${key}List`, { id: debtor.row.id, companyId: debtor.row.id })
        expect({ key, code }).toEqual({ key, code: route.access === 'session' ? 403 : 0 })
      }
      expect((await call(test.app, 'dishonestExecutorDetail', { id: listing.row.id })).code).toBe(403)
    })

    it('opens the overview from the company page without spending more, and spends for it elsewhere', async () => {
      const limits = raisedLimits()
      limits.buckets.detailsPerVisitorAddress = [{ count: 2, seconds: 3600 }]
      const { app } = await openTestApp(db, withLimits(limits))
      const [one, other] = [company(), company()]
      await store([one, other], [])
      const visitor = { remoteAddress: '10.9.0.1' }
      const open = async (of: Company) => (await call(app, 'changeRecordList', { id: of.row.id }, visitor)).code
      await call(app, 'companyDetail', { id: one.row.id }, visitor)
      expect([await open(one), await open(one), await open(other), await open(other)]).toEqual([0, 0, 0, 429])
    })
  })

  it('demonstration companies and their records are nowhere while those are off', async () => {
    const demo = company({ is_demo: 1 })
    const listing = debt(demo, { is_demo: 1 })
    await store(demo, [listing])
    const needs = { db, clock: test.clock, reference: loadReferenceData({ demo: true }), includeDemo: false }
    const records = createCompanyRecords(needs)
    const { app } = await openTestApp(db, {
      companies: createCompanyRepository({ ...needs, records }),
      recordCounts: records,
      records: createRecordReading(needs),
    })
    expect((await detail(listing.row.id)).code).toBe(0)
    for (const companyId of [undefined, demo.row.id]) {
      const input = companyId === undefined ? { id: listing.row.id } : { id: listing.row.id, companyId }
      expect(told(await call(app, 'dishonestExecutorDetail', input, { token }))).toEqual(notFound)
    }
    expect((await call(app, 'dishonestExecutorList', { companyId: demo.row.id }, { token })).code).toBe(4040)
    expect((await call(app, 'latestRecord', { id: demo.row.id, group: 'legalRisk' }, { token })).data).toBeNull()
  })
})
