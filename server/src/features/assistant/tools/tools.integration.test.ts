import type { RecordFields } from '@baiqicha/contract/records/fields'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTools, valuesOf, wholeList } from '../../../../test/assistant/open-tools.ts'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../../test/builders/companies.ts'
import { buildRecord, insertFeed, insertRecords } from '../../../../test/builders/records.ts'
import { describeDatabases } from '../../../../test/databases/databases.ts'
import { by, type Company, company, debt, judgment, removed } from '../../../../test/http/record-store.ts'
import { FakeCompanySearch } from '../../../../test/search/fake-company-search.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import { sectionCountsOf } from './coverage.tool.ts'

const MOBILE = '13800001234'

const executed = (of: Company, fields: RecordFields) =>
  buildRecord({ kind: 'executedPerson', subjects: [by(of)], fields: { caseNo: '（2025）演0101执1号', ...fields } })
const yuan = (value: number) => ({ value, unit: '元' })
const holder = (of: Company, name: string, percent: number | null) =>
  buildRecord({ kind: 'shareholderInfo', subjects: [by(of)], fields: { name, percent } })
const person = (of: Company, name: string, positions: string[]) =>
  buildRecord({ kind: 'keyPerson', subjects: [by(of)], fields: { name, positions } })

const rowsOf = ({ evidence }: ToolResult) => evidence.filter(({ recordId }) => recordId !== null)
const listOf = ({ evidence }: ToolResult) => valuesOf(evidence.find(({ citedType }) => citedType === 'records'))
const caseNumbersOf = (result: ToolResult) => rowsOf(result).map((row) => valuesOf(row)['caseNo'])

const nothing = async () => undefined
const noNames = { current: async () => null, prepare: nothing, refresh: nothing }

const noNarrowing = { identity: null, facets: {} }

describeDatabases('the tools', (freshDatabase) => {
  const clock = { now: () => BUILT_AT }
  const search = new FakeCompanySearch()
  let db: Database
  let tools: ReturnType<typeof openTools>
  beforeAll(async () => {
    ;({ db } = await freshDatabase())
    tools = openTools(db, { clock, index: search })
  })
  const store = async (companies: readonly Company[], records: Parameters<typeof insertRecords>[1] = []) => {
    await insertCompanies(db, companies)
    await insertRecords(db, records)
  }
  const list = (of: Company, deviation: Partial<Parameters<typeof tools.run<'records'>>[1]> = {}) =>
    tools.run('records', { ...wholeList(of.row.id), ...noNarrowing, kind: 'dishonestExecutor', ...deviation })

  describe('company_facts', () => {
    it('gives each group of fields its source and date', async () => {
      const own = company({ capital_as_of: '2026-03' })
      await store([own])
      const { evidence } = await tools.run('company_facts', {
        companyId: own.row.id,
        facts: ['foundedOn', 'registeredCapital', 'paidInCapital'],
      })
      expect(evidence.map((one) => [one.citedType, one.recordType, one.sourceName, one.date, valuesOf(one)])).toEqual([
        ['facts', 'registration', '测试来源', '2026-06', { foundedOn: '2015-03-09', foundedYears: '11年' }],
        ['facts', 'capital', '测试来源', '2026-03', { registeredCapital: '500万元' }],
        ['coverage', null, '百企查', null, { missing: '实缴资本' }],
      ])
    })

    it('adds what is known where no source states what is wanted', async () => {
      const own = company({})
      await store([own], [person(own, '演示甲', ['董事长']), person(own, '演示乙', ['副董事长'])])
      const { evidence } = await tools.run('company_facts', { companyId: own.row.id, facts: ['email'] })
      expect(evidence.map(valuesOf)).toEqual(
        expect.arrayContaining([
          { missing: '邮箱' },
          expect.objectContaining({ foundedOn: '2015-03-09' }),
          expect.objectContaining({ name: '演示甲', positions: '董事长' }),
        ]),
      )
      const { evidence: several } = await tools.run('company_facts', {
        companyId: own.row.id,
        facts: ['email', 'website', 'phones'],
      })
      expect(several.map(({ citedType }) => citedType)).toEqual(['coverage'])
    })

    it('masks mobile numbers as the page does', async () => {
      const own = company({
        phones: JSON.stringify([MOBILE, '0755-00000000']),
        contact_source: 'test',
        contact_as_of: '2026-06',
      })
      await store([own])
      const { evidence } = await tools.run('company_facts', { companyId: own.row.id, facts: ['phones'] })
      expect(valuesOf(evidence[0])).toEqual({ phones: '138****1234、0755-00000000' })
      expect(JSON.stringify(evidence)).not.toContain(MOBILE)
    })

    it('finds no unknown company', async () => {
      expect(await tools.run('company_facts', { companyId: 'c-none', facts: [] })).toMatchObject({
        problem: 'notFound',
        evidence: [],
      })
    })
  })

  describe('records', () => {
    it('counts each view apart and marks each row with its own', async () => {
      const own = company()
      await store(
        [own],
        [
          debt(own, { fields: { caseNo: '（2024）演0101执11号' } }),
          debt(own, { disputed_at: BUILT_AT, fields: { caseNo: '（2024）演0101执12号' } }),
          debt(own, { ...removed, fields: { caseNo: '（2024）演0101执13号' } }),
        ],
      )
      const result = await list(own)
      expect(listOf(result)).toMatchObject({ current: '1条', disputed: '1条', history: '1条', total: '3条' })
      expect(rowsOf(result).map(({ view, fields }) => [view, Object.keys(fields).includes('removed')])).toEqual([
        ['current', false],
        ['disputed', false],
        ['history', true],
      ])
      expect(caseNumbersOf(await list(own, { view: 'disputed' }))).toEqual(['（2024）演0101执12号'])
      expect(caseNumbersOf(await list(own, { view: 'history' }))).toEqual(['（2024）演0101执13号'])
    })

    it.each([
      ['expired', { display_until: '2026-06-29' }],
      ['hidden', { is_hidden: 1 }],
      ['withdrawn', { standing: 'withdrawn' }],
    ] as const)('neither counts nor shows an %s record', async (_state, state) => {
      const own = company()
      await store([own], [debt(own), debt(own, { ...state, fields: { caseNo: '（2024）演0101执99号' } })])
      const everything = [
        await list(own),
        await list(own, { order: 'newest' }),
        await list(own, { days: { from: '2020-01-01', to: null } }),
        await tools.run('coverage', { companyId: own.row.id, kinds: ['dishonestExecutor'] }),
        await tools.run('compare', {
          companyIds: [own.row.id, own.row.id],
          facts: [],
          kinds: ['dishonestExecutor'],
          order: null,
        }),
      ]
      expect(JSON.stringify(everything)).not.toContain('执99号')
      for (const result of everything.slice(0, 4)) expect(listOf(result)['total']).toBe('1条')
    })

    it('counts exactly the rows of its days, amounts, facets and identity', async () => {
      const own = company()
      await store(
        [own],
        [
          executed(own, { filedDate: '2024-02-01', execAmount: yuan(50_000) }),
          executed(own, { filedDate: '2025-02-01', execAmount: yuan(80_000) }),
          executed(own, { filedDate: '2025-08-01', execAmount: { value: 200_000, unit: '元' } }),
          judgment(own, '被告', { cause: '买卖合同纠纷' }),
          judgment(own, '被告', { cause: '劳动争议' }),
          judgment(own, '原告', { cause: '劳动争议' }),
        ],
      )
      const in2025 = await list(own, { kind: 'executedPerson', days: { from: '2025-01-01', to: '2025-12-31' } })
      expect([listOf(in2025)['total'], rowsOf(in2025).length]).toEqual(['2条', 2])
      const large = await list(own, {
        kind: 'executedPerson',
        amount: { least: 80_000, most: null, excludesLeast: true, excludesMost: false },
      })
      expect([listOf(large)['total'], rowsOf(large).length]).toEqual(['1条', 1])
      const asDefendant = await list(own, { kind: 'judicialDocument', identity: '被告' })
      expect([listOf(asDefendant)['total'], rowsOf(asDefendant).length]).toEqual(['2条', 2])
      const few = await list(own, { kind: 'judicialDocument', limit: 1 })
      expect([listOf(few)['total'], rowsOf(few).length]).toEqual(['3条', 1])
    })

    it('orders all views by amount before it cuts them', async () => {
      const own = company()
      await store(
        [own],
        [10, 30, 20].map((amount) => executed(own, { filedDate: '2025-02-01', execAmount: yuan(amount) })),
      )
      const most = await list(own, { kind: 'executedPerson', order: 'most', limit: 2 })
      expect(rowsOf(most).map((row) => valuesOf(row)['execAmount'])).toEqual(['30元', '20元'])
      expect(listOf(most)).toMatchObject({ total: '3条', sum: '60元' })
    })

    it('states nothing about a kind without a source', async () => {
      const own = company()
      await store([own])
      const { evidence } = await list(own, { kind: 'taxViolation' })
      expect(evidence.map((one) => [one.citedType, valuesOf(one)])).toEqual([['coverage', { connection: '税收违法' }]])
    })

    it('states that a connected source has none', async () => {
      const own = company()
      await store([own])
      await insertFeed(db, { kind: 'equityPledge', as_of: '2026-06-20' })
      const result = openTools(db, { clock: { now: () => BUILT_AT + 60_000 }, index: search })
      const { evidence } = await result.run('records', {
        ...wholeList(own.row.id),
        ...noNarrowing,
        kind: 'equityPledge',
      })
      expect(evidence).toHaveLength(1)
      expect([evidence[0]?.date, valuesOf(evidence[0])['total']]).toEqual(['2026-06-20', '0条'])
    })
  })

  describe('shareholders and people', () => {
    it('finds a person by the whole name, within this company only', async () => {
      const [own, other] = [company(), company()]
      await store(
        [own, other],
        [
          person(own, '演示丁', ['董事长', '总经理']),
          person(own, '演示丁一', ['监事']),
          person(other, '演示丁', ['监事']),
        ],
      )
      const found = await list(own, { kind: 'keyPerson', person: '演示丁' })
      expect(rowsOf(found).map((row) => [row.company?.id, valuesOf(row)['name']])).toEqual([[own.row.id, '演示丁']])
      expect(listOf(found)).toMatchObject({ total: '1名', person: '演示丁' })
      const chair = await list(own, { kind: 'keyPerson', position: '监事' })
      expect(rowsOf(chair).map((row) => valuesOf(row)['name'])).toEqual(['演示丁一'])
      expect(listOf(chair)).toMatchObject({ total: '1名', position: '监事' })
    })

    it('tells lists that are narrowed to different persons apart', async () => {
      const own = company()
      await store([own], [holder(own, '演示甲', 60), holder(own, '演示乙', 40)])
      // The sources of these tools are read after the shareholders are stored.
      const fresh = openTools(db, { clock, index: search })
      const lists = await Promise.all(
        ['演示甲', '演示癸'].map((name) =>
          fresh.run('records', { ...wholeList(own.row.id), ...noNarrowing, kind: 'shareholderInfo', person: name }),
        ),
      )
      expect(lists.map((one) => listOf(one)['total'])).toEqual(['1名', '0名'])
      expect(new Set(lists.map(({ evidence }) => evidence[0]?.id)).size).toBe(2)
    })

    it('finds a corporate shareholder by a part of its name', async () => {
      const own = company()
      await store([own], [holder(own, '演示云岚投资有限公司', 60)])
      const found = await list(own, { kind: 'shareholderInfo', person: '演示云岚投资' })
      expect(listOf(found)).toMatchObject({ total: '1名' })
    })
  })

  describe('compare', () => {
    it('states values, the difference, the order and what cannot be compared', async () => {
      const [small, large] = [
        company({ capital_value: 500, founded_on: '2015-03-09' }),
        company({ capital_value: 800, founded_on: '2010-01-02', insured_count: 30, insured_year: 2025 }),
      ]
      await store([small, large])
      const { evidence, table } = await tools.run('compare', {
        companyIds: [small.row.id, large.row.id],
        facts: ['registeredCapital', 'foundedOn', 'insuredCount', 'website'],
        kinds: ['taxViolation'],
        order: null,
      })
      const [one, other] = [small.row.name, large.row.name]
      expect(valuesOf(evidence.at(-1))).toEqual({
        'order-registeredCapital': `${other}、${one}`,
        'difference-registeredCapital': '300万元',
        'order-foundedOn': `${other}、${one}`,
        'difference-foundedOn': '5 年 2 个月',
        'lacking-insuredCount': one,
      })
      expect(table?.rows.map(({ label, cells }) => [label, ...cells])).toEqual([
        ['注册资本', '500 万元', '800 万元'],
        ['成立日期', '2015-03-09', '2010-01-02'],
        ['参保人数', '未收录', '30 人'],
      ])
      const missing = evidence.filter(({ citedType }) => citedType === 'coverage').map((found) => valuesOf(found))
      expect(missing).toEqual([
        { missing: '参保人数、网址' },
        { connection: '税收违法' },
        { missing: '网址' },
        { connection: '税收违法' },
      ])
    })

    it('does not compare amounts of different currencies', async () => {
      const [one, other] = [company(), company({ capital_currency: 'USD', capital_unit: '万美元' })]
      await store([one, other])
      const { evidence } = await tools.run('compare', {
        companyIds: [one.row.id, other.row.id],
        facts: ['registeredCapital'],
        kinds: [],
        order: null,
      })
      expect(valuesOf(evidence.at(-1))).toEqual({
        'differing-registeredCapital': `${one.row.name}、${other.row.name}`,
      })
    })

    it('never puts a demonstration company beside a real one', async () => {
      const [real, fictional] = [company(), company({ is_demo: 1 })]
      await store([real, fictional])
      expect(
        await tools.run('compare', {
          companyIds: [real.row.id, fictional.row.id],
          facts: ['registeredCapital'],
          kinds: [],
          order: null,
        }),
      ).toMatchObject({ problem: 'notComparable', evidence: [], table: null })
    })
  })

  describe('count and filter', () => {
    it('does not count companies by a risk without a source', async () => {
      const { evidence, problem } = await tools.run('count', {
        conditions: { risk: 'consumptionRestriction' },
        groupBy: null,
      })
      expect([problem, evidence.map((one) => valuesOf(one))]).toEqual([null, [{ connection: '限制高消费' }]])
    })

    it('leaves out companies whose records of the risk have expired since they were indexed', async () => {
      const [current, expired] = [
        buildCompany({ name: '演示到期一号有限公司', credit_code: '919900066600000001' }),
        buildCompany({ name: '演示到期二号有限公司', credit_code: '919900066600000002' }),
      ]
      await store([current, expired], [debt(current), debt(expired, { display_until: '2026-06-29' })])
      for (const { row } of [current, expired]) search.names.set(row.id, row.name)
      const conditions = { keyword: '演示到期', risk: 'dishonestExecutor' } as const
      const counted = await tools.run('count', { conditions, groupBy: null })
      expect(valuesOf(counted.evidence[0])['total']).toBe('1家')
      const listed = await tools.run('filter', { conditions, order: null, limit: 20 })
      expect(valuesOf(listed.evidence[0])).toMatchObject({ total: '1家', name0: '演示到期一号有限公司' })
      expect(JSON.stringify(listed)).not.toContain('演示到期二号')
    })

    it.each([
      [{ keyword: '演示', region: '44' }, '/search/result?keyword=%E6%BC%94%E7%A4%BA&region=44'],
      [{ region: '44', listed: true }, '/search/result?region=44&listed=listed'],
      // The search page has bands of age and capital, and offers four risks.
      [{ founded: { from: '2020-01-01', to: null } }, null],
      [{ region: '44', risk: 'punishment' as const }, null],
      [{}, null],
      [{ keyword: '演示', founded: { from: '2020-01-01', to: null } }, null],
    ])('links %j to the page with the same search, if there is one', async (conditions, path) => {
      const { evidence } = await tools.run('count', { conditions, groupBy: null })
      expect(evidence[0]?.path).toBe(path)
    })

    it('says that it has not counted when the search takes too long', async () => {
      const hanging = new FakeCompanySearch()
      hanging.condition = 'hanging'
      const { problem } = await openTools(db, { clock, index: hanging }).run('count', { conditions: {}, groupBy: null })
      expect(problem).toBe('notCounted')
    })

    it('says that the index is not available', async () => {
      const preparing = new FakeCompanySearch()
      preparing.condition = 'preparing'
      const result = await openTools(db, { clock, index: preparing }).run('count', { conditions: {}, groupBy: null })
      expect(result).toMatchObject({ problem: 'unavailable', isPartial: true })
    })

    it('counts no companies of a board or a list before they are read', async () => {
      const withoutNames = openTools(db, { clock, index: search, currentNames: noNames })
      for (const conditions of [{ board: '科创板' as const }, { list: '央企' as const, region: '11' }]) {
        expect((await withoutNames.run('count', { conditions, groupBy: null })).problem).toBe('unavailable')
      }
    })
  })

  describe('coverage', () => {
    it('names connected kinds with their counts, and kinds without a source', async () => {
      const own = company()
      await store([own], [debt(own), debt(own, { ...removed })])
      // Read anew: the tools of the other tests may have read the coverage before this kind was connected.
      const result = await openTools(db, { clock, index: search }).run('coverage', {
        companyId: own.row.id,
        kinds: ['dishonestExecutor', 'taxViolation'],
      })
      const { evidence } = result
      expect(sectionCountsOf(result)).toEqual([
        { companyId: own.row.id, kind: 'dishonestExecutor', counts: { current: 1, disputed: 0, history: 1 } },
      ])
      expect(evidence.map((one) => [one.citedType, one.recordType, valuesOf(one)])).toMatchObject([
        ['records', 'dishonestExecutor', { current: '1条', history: '1条' }],
        ['coverage', null, { connected: '失信被执行人', connection: '税收违法' }],
      ])
    })
  })
})
