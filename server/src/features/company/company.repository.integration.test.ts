import { businessInfoSchema, companyDetailSchema } from '@baiqicha/contract/company-detail'
import { companySummarySchema } from '@baiqicha/contract/company-summary'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { BUILT_AT, buildCompany, buildSource, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { createCompanyRecords } from '../../records/record-counts.ts'
import { type CompanyRepository, createCompanyRepository } from './company.repository.ts'

const reference = loadReferenceData({ demo: true })
const clock = { now: () => BUILT_AT }
const mobile = `138${'0'.repeat(8)}`

const dated = (id: string, founded_on: string | null, is_demo: 0 | 1 = 0) => buildCompany({ id, founded_on, is_demo })

const repositoryOf = ({ db }: TestDatabase, includeDemo = true) =>
  createCompanyRepository({
    db,
    clock,
    reference,
    includeDemo,
    records: createCompanyRecords({ db, clock, includeDemo }),
  })

describeBothDatabases('company repository', (freshDatabase) => {
  let database: TestDatabase
  let repository: CompanyRepository
  beforeAll(async () => {
    database = await freshDatabase()
    repository = repositoryOf(database)
  })

  describe('one company', () => {
    it('shows each group with its source, and a fact from elsewhere with its own', async () => {
      const company = buildCompany({
        registration_as_of: '2024-05',
        other_origins: JSON.stringify({ status: ['exchange', '2026-06'] }),
      })
      await database.db
        .insertInto('source')
        .values(buildSource({ id: 'exchange', name: '交易所', url: 'https://e.example' }))
        .execute()
      await insertCompanies(database.db, [company])
      const detail = await repository.findDetail(company.row.id)
      expect(detail?.provenance.registration).toEqual({
        sourceId: 'test',
        sourceName: '测试来源',
        sourceUrl: null,
        asOf: '2024-05',
      })
      expect(detail?.factProvenance).toEqual({
        status: { sourceId: 'exchange', sourceName: '交易所', sourceUrl: 'https://e.example', asOf: '2026-06' },
      })
      expect(detail?.provenance.contact).toBeUndefined()
    })

    it('shows the province that a company gave to a list as its region, without a remark', async () => {
      const company = buildCompany({ region_code: null, list_province: '广东省' })
      await insertCompanies(database.db, [company])
      expect(await repository.findDetail(company.row.id)).toMatchObject({ region: '广东省' })
      expect(await repository.findBusinessInfo(company.row.id)).toMatchObject({
        region: null,
        rareFacts: [{ fact: 'listProvince', value: '广东省' }],
      })
    })

    it('leads from the source of a listed company to its page at its own exchange', async () => {
      const url = 'https://www.sse.com.cn/assortment/stock/list/share/'
      await database.db
        .insertInto('source')
        .values(buildSource({ id: 'stock-list', url }))
        .execute()
      const company = buildCompany({ listing_source: 'stock-list', listings: [{ exchange: 'SZSE', code: '990594' }] })
      await insertCompanies(database.db, [company])
      const link = 'https://www.szse.cn/certificate/individual/index.html?code=990594'
      expect((await repository.findDetail(company.row.id))?.provenance.listing?.sourceUrl).toBe(link)
      expect((await repository.findBusinessInfo(company.row.id))?.provenance.listing?.sourceUrl).toBe(link)
    })

    it('returns the shapes of the contract, for sparse and for full rows', async () => {
      const full = buildCompany({
        credit_code: '91990001MA0TE5T16H',
        ended_on: '2020-01-01',
        names: [{ kind: 'former', value: '演示旧名有限公司', valid_to: '2019-05-06', source: 'test' }],
        listings: [{ code: '990001' }],
      })
      const bare = buildCompany({ status: null, founded_on: null, capital_value: null, legal_representative: null })
      await insertCompanies(database.db, [full, bare])
      for (const { row } of [full, bare]) {
        const detail = await repository.findDetail(row.id)
        expect(z.parse(companyDetailSchema, { ...detail, viewCount: 0 })).toMatchObject({ id: row.id })
        expect(z.parse(businessInfoSchema, await repository.findBusinessInfo(row.id))).toMatchObject({ id: row.id })
      }
      expect(await repository.findBusinessInfo(full.row.id)).toMatchObject({
        organisationCode: 'MA0TE5T1-6',
        taxNumber: '91990001MA0TE5T16H',
        formerNames: [{ name: '演示旧名有限公司', changedOn: '2019-05-06', sourceName: '测试来源' }],
        ended: { date: '2020-01-01', reason: null, office: null },
        region: '广东省深圳市',
        industry: '批发业',
        industryCode: 'F51',
      })
    })

    it('masks mobiles, shows landlines, and shows an e-mail address whole only on the own domain', async () => {
      const phones = JSON.stringify([mobile, '0755-00000000'])
      const own = buildCompany({ phones, email: 'ir@demo.example', website: 'https://www.demo.example/cn' })
      const foreign = buildCompany({ email: 'someone@mail.example', website: 'www.demo.example' })
      await insertCompanies(database.db, [own, foreign])
      expect(await repository.findDetail(own.row.id)).toMatchObject({
        phones: ['138****0000', '0755-00000000'],
        email: 'ir@demo.example',
      })
      expect(await repository.findDetail(foreign.row.id)).toMatchObject({ email: 's***@mail.example' })
    })

    it('shows an old office with its date on the page and with its year in a list', async () => {
      const report = buildSource({ id: 'report', kind: 'annual-report' })
      await database.db.insertInto('source').values(report).execute()
      const old = buildCompany({ people_source: 'report', people_as_of: '2021' })
      await insertCompanies(database.db, [old])
      const detail = await repository.findDetail(old.row.id)
      expect(detail?.legalRepresentative).toMatchObject({ name: '演示甲', datedBy: '2021 年年报' })
      const [summary] = await repository.listSummaries([old.row.id])
      expect(summary).toMatchObject({ legalRepresentative: '演示甲', legalRepresentativeYear: '2021' })
    })

    it('says in a list that the date of an office is unknown, and nothing beside a recent one', async () => {
      const undated = buildCompany({ people_as_of: null })
      const recent = buildCompany({ people_as_of: '2026-06' })
      const vacant = buildCompany({ legal_representative: null, people_as_of: null })
      await insertCompanies(database.db, [undated, recent, vacant])
      const ids = [undated, recent, vacant].map(({ row }) => row.id)
      expect((await repository.listSummaries(ids)).map((summary) => summary.legalRepresentativeYear)).toEqual([
        '日期不详',
        null,
        null,
      ])
    })

    it('states the same characters of the logo on the page and in a list', async () => {
      const company = buildCompany({ name: '深圳市演示兆云科技有限公司', region_code: '440300' })
      await insertCompanies(database.db, [company])
      expect(await repository.findDetail(company.row.id)).toMatchObject({
        logoText: '演示兆云',
        briefName: '演示兆云科技',
      })
      expect(await repository.listSummaries([company.row.id])).toMatchObject([
        { logoText: '演示兆云', briefName: '演示兆云科技' },
      ])
    })

    it('leaves the current short name out of the former ones', async () => {
      const company = buildCompany({
        short_name: '演示乙',
        names: [
          { kind: 'formerShort', value: '演示乙', valid_from: '2020-01-01' },
          { kind: 'formerShort', value: '演示旧', valid_from: '2015-01-01' },
        ],
      })
      await insertCompanies(database.db, [company])
      expect((await repository.findBusinessInfo(company.row.id))?.formerShortNames).toEqual([
        { name: '演示旧', from: '2015-01-01', to: null },
      ])
    })

    it('states a former short name once that a source states anew without its end', async () => {
      const company = buildCompany({
        short_name: '演示乙',
        names: [
          { kind: 'formerShort', value: '演示旧', valid_from: '2021-01-01' },
          { kind: 'formerShort', value: '演示旧', valid_from: '2015-01-01' },
          { kind: 'formerShort', value: '演示旧', valid_from: '2010-01-01', valid_to: '2012-01-01' },
        ],
      })
      await insertCompanies(database.db, [company])
      expect((await repository.findBusinessInfo(company.row.id))?.formerShortNames).toEqual([
        { name: '演示旧', from: '2015-01-01', to: null },
        { name: '演示旧', from: '2010-01-01', to: '2012-01-01' },
      ])
    })
  })

  it('lists in the requested order and leaves out unknown ids', async () => {
    const [first, second] = [buildCompany(), buildCompany()]
    await insertCompanies(database.db, [first, second])
    const list = await repository.listSummaries([second.row.id, 'c-missing', first.row.id])
    expect(list.map((summary) => summary.id)).toEqual([second.row.id, first.row.id])
    for (const summary of list) expect(z.parse(companySummarySchema, summary)).toEqual(summary)
    expect(await repository.listSummaries([])).toEqual([])
  })

  it('hides demonstration companies everywhere while they are off', async () => {
    const demo = buildCompany({ is_demo: 1, name: '演示隐藏有限公司' })
    await insertCompanies(database.db, [demo])
    const off = repositoryOf(database, false)
    expect(await off.findDetail(demo.row.id)).toBeNull()
    expect(await off.findBusinessInfo(demo.row.id)).toBeNull()
    expect(await off.listSummaries([demo.row.id])).toEqual([])
    expect(await off.findByExactNameCodeOrPrefix('演示隐藏', 5)).toEqual([])
    expect(await repository.findDetail(demo.row.id)).toMatchObject({ isDemo: true })
  })

  it('finds by exact name, code and prefix, exact first, without wildcards', async () => {
    const wanted = buildCompany({
      name: '深蓝（演示）百货有限公司',
      credit_code: '91990002MA0FCT021R',
      lei: '300300DEMO0000000155',
      listings: [{ code: '990777', old_code: '880777' }],
      names: [{ kind: 'former', value: '浅蓝演示百货有限公司' }],
    })
    const longer = buildCompany({ name: '深蓝（演示）百货有限公司分公司', prominence: 1 })
    await insertCompanies(database.db, [wanted, longer])
    const found = async (keyword: string) => {
      const hits = await repository.findByExactNameCodeOrPrefix(keyword, 5)
      return hits.map((hit) => [hit.companyId, hit.matchReason.field])
    }
    expect(await found('深蓝(演示)百货有限公司')).toEqual([
      [wanted.row.id, 'name'],
      [longer.row.id, 'name'],
    ])
    expect(await found('91990002ma0fct021r')).toEqual([[wanted.row.id, 'creditCode']])
    expect(await found('300300demo0000000155')).toEqual([[wanted.row.id, 'lei']])
    expect(await found('880777')).toEqual([[wanted.row.id, 'stockCode']])
    expect(await found('浅蓝演示百货有限公司')).toEqual([[wanted.row.id, 'formerName']])
    expect(await found('深蓝%')).toEqual([])
    expect(await found('_')).toEqual([])
    expect(await found('')).toEqual([])
    const [hit] = await repository.findByExactNameCodeOrPrefix('深蓝(演', 1)
    expect(hit?.hitRanges).toEqual([[0, 4]])
  })
})

describeBothDatabases('company rankings and counts', (freshDatabase) => {
  it('ranks the newest real companies by founding date, stable over pages', async () => {
    const database = await freshDatabase()
    const repository = repositoryOf(database)
    await insertCompanies(database.db, [
      dated('c-a', '2020-01-01'),
      dated('c-b', '2024-01-01'),
      dated('c-c', '2020-01-01'),
      dated('c-d', null),
      dated('c-e', '2026-01-01', 1),
    ])
    const page = async (offset: number) => (await repository.listNewest({ offset, limit: 2 })).map((row) => row.id)
    expect(await page(0)).toEqual(['c-b', 'c-c'])
    expect(await page(2)).toEqual(['c-a'])
  })

  it('counts companies anew after each change', async () => {
    const database = await freshDatabase()
    const repository = repositoryOf(database)
    expect(await repository.coverage()).toEqual({ companies: 0, groups: [], companiesBySource: new Map() })
    for (const company of [buildCompany(), buildCompany({ is_demo: 1 })]) await insertCompanies(database.db, [company])
    expect(await repository.coverage()).toMatchObject({
      companies: 1,
      groups: [
        { name: '测试来源', companies: 1, asOf: '2026-06', isDemo: false },
        { name: '演示企业', companies: 1, isDemo: true },
      ],
      companiesBySource: new Map([['test', 1]]),
    })
  })
})
