import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanyHit, CompanyQuery, CompanySearch, CountQuery } from '../../src/search/company-search.ts'
import { buildIndexableCompany as build, buildQuery } from '../builders/indexable-companies.ts'
import { seededRandom } from '../builders/seeded-random.ts'
import { ended, harbour, idsOf, live, NOW, type OpenSearch, star } from './company-search.companies.ts'

/** The part of the suite about filters, sorts, pages and totals. */
export function describeLists(adapter: string, open: OpenSearch) {
  describe(`${adapter}: filters, sorts and pages`, () => {
    let search: CompanySearch
    const unknown = build({ id: 'unknown', name: '演示无据有限公司', status: null, risks: ['none'], isDemo: true })
    beforeAll(async () => {
      search = await open([star, harbour, ended, live, unknown], NOW)
    })
    afterAll(() => search.close())
    const ids = async (deviation: Partial<CompanyQuery>) => {
      const { hits, total } = await search.search(buildQuery('演示', deviation))
      expect(total).toBe(hits.length)
      return idsOf(hits)
    }

    test.each<[CompanyQuery['filters'], string[]]>([
      [{ region: '99' }, ['star', 'harbour']],
      [{ region: '9900' }, ['star', 'harbour']],
      [{ region: '990002' }, ['harbour']],
      [{ industry: 'I' }, ['star']],
      [{ industry: '51' }, ['harbour']],
      [{ status: '注销' }, ['ended']],
      [{ capital: '500to1000' }, ['harbour']],
      [{ capital: 'from5000' }, ['star']],
      [{ listed: 'listed' }, ['star']],
      [{ type: 'jointStock' }, ['star']],
      [{ type: 'limited', region: '99' }, ['harbour']],
      [{ listed: 'unlisted', region: '99' }, ['harbour']],
      // On 2026-06-30, harbour (2020-07-01) is five years old and live (2015-06-30) is eleven as of today.
      [{ age: '5to10' }, ['harbour']],
      [{ age: '10to15' }, ['live']],
      [{ age: 'from15' }, ['star', 'ended']],
      [{ age: 'to1' }, []],
      [{ activeOrUnstated: true }, ['star', 'harbour', 'live', 'unknown']],
      [{ contact: 'landline' }, ['star']],
      [{ contact: 'mobile', activeOrUnstated: true }, ['star']],
      [{ contact: 'email' }, ['harbour']],
      [{ staff: 'to50' }, ['harbour']],
      [{ staff: '50to100' }, ['star']],
      [{ staff: 'from500' }, []],
      [{ risk: 'dishonestExecutor' }, ['harbour']],
      [{ risk: 'businessRisk', region: '99' }, ['harbour']],
      [{ risk: 'executedPerson' }, []],
      [{ risk: 'none' }, ['star', 'unknown']],
    ])('filters by %j', async (filters, expected) => {
      expect((await ids({ filters })).sort()).toEqual([...expected].sort())
    })

    test('lists what passes the filters by rank when there is no keyword', async () => {
      const listed = await search.search(buildQuery(null, { filters: { region: '99' } }))
      expect(listed).toMatchObject({ total: 2, totalCapped: false })
      expect(listed.hits).toEqual([
        { companyId: 'star', matchReason: { field: 'name', text: star.name }, hitRanges: [] },
        { companyId: 'harbour', matchReason: { field: 'name', text: harbour.name }, hitRanges: [] },
      ])
      const oldest = await search.search(buildQuery(null, { sort: 'foundedOldest', filters: { age: 'from15' } }))
      expect(idsOf(oldest.hits)).toEqual(['star', 'ended'])
      expect((await search.search(buildQuery(null))).total).toBe(5)
    })

    const countOf = (filters: CountQuery['filters'], deviation: Partial<CountQuery> = {}) =>
      search.count({ keyword: null, filters, sort: 'relevance', limit: 20, groups: [], budgetMs: 10_000, ...deviation })

    test.each<[CountQuery['filters'], string[]]>([
      [{}, ['star', 'harbour', 'ended', 'live', 'unknown']],
      [{ population: 'demo' }, ['unknown']],
      [{ population: 'real', region: '99' }, ['star', 'harbour']],
      [{ foundedBetween: { from: '2015-06-30', to: '2015-06-30' } }, ['live']],
      [{ foundedBetween: { from: '2015-07-01', to: null } }, ['harbour']],
      [{ capitalBetween: { least: 500, most: null, excludesLeast: false, excludesMost: false } }, ['star', 'harbour']],
      [{ risk: 'dishonestExecutor' }, ['harbour']],
      [{ status: '注销', region: '99' }, []],
    ])('counts by %j without a keyword', async (filters, expected) => {
      const { total, hits } = await countOf(filters)
      expect([total, idsOf(hits).sort()]).toEqual([expected.length, [...expected].sort()])
      expect(await countOf(filters, { limit: 0 })).toEqual({ total: expected.length, groups: [], hits: [] })
    })

    test('includes or excludes the bound of a capital', async () => {
      const { capital } = harbour
      const bound = { least: capital, most: capital, excludesLeast: false, excludesMost: false }
      expect((await countOf({ capitalBetween: bound })).total).toBe(1)
      expect((await countOf({ capitalBetween: { ...bound, excludesLeast: true } })).total).toBe(0)
      expect((await countOf({ capitalBetween: { ...bound, excludesMost: true } })).total).toBe(0)
    })

    test('counts each group and lists the first of the order', async () => {
      const groups = [{ industry: 'I' }, { industry: '51' }, { status: '注销' as const }]
      const counted = await countOf({}, { groups, sort: 'foundedOldest', limit: 2 })
      expect([counted.total, counted.groups, idsOf(counted.hits)]).toEqual([5, [1, 1, 1], ['star', 'ended']])
      expect(await countOf({}, { groups, limit: 0 })).toEqual({ total: 5, groups: [1, 1, 1], hits: [] })
    })

    test('counts matches of a keyword in names, codes and scopes', async () => {
      expect((await countOf({}, { keyword: '演示', within: 'companyFacts' })).total).toBe(5)
      expect((await countOf({ region: '99' }, { keyword: '演示', within: 'companyFacts' })).total).toBe(2)
    })

    test('gives no number when its time is over', async () => {
      const groups = [{ region: '99' }]
      expect(await countOf({}, { budgetMs: -1, groups })).toMatchObject({ groups: null })
      expect(await countOf({}, { budgetMs: -1, groups, limit: 0 })).toMatchObject({ groups: null })
    })

    test.each<[CompanyQuery['sort'], string[]]>([
      ['foundedOldest', ['star', 'ended', 'live', 'harbour', 'unknown']],
      ['foundedNewest', ['harbour', 'live', 'ended', 'star', 'unknown']],
      ['capitalHighest', ['star', 'harbour']],
      ['capitalLowest', ['harbour', 'star']],
    ])('sorts by %s, unknown values last', async (sort, expected) => {
      expect((await ids({ sort })).slice(0, expected.length)).toEqual(expected)
    })
  })

  describe(`${adapter}: compared with a scan of every name`, () => {
    const random = seededRandom(20261120)
    const letters = '演示星河湖海科技商贸东南'
    const word = (length: number) => Array.from({ length }, () => random.pick(Array.from(letters))).join('')
    const companies = Array.from({ length: 1500 }, () =>
      build({
        name: `演示${word(2 + random.below(6))}有限公司`,
        prominence: random.below(1024),
        capital: random.below(50),
        foundedOn: `20${10 + random.below(10)}-01-01`,
      }),
    )
    let search: CompanySearch
    beforeAll(async () => {
      search = await open(companies, NOW)
    })
    afterAll(() => search.close())

    const keywords = Array.from({ length: 150 }, () => {
      const { name } = random.pick(companies)
      const from = random.below(name.length - 2)
      return name.slice(from, from + 2 + random.below(name.length - from - 1))
    })

    test('finds exactly the companies whose name contains the keyword', async () => {
      for (const keyword of new Set(keywords)) {
        const expected = companies.filter(({ name }) => name.includes(keyword)).map(({ id }) => id)
        const { hits, total, totalCapped } = await search.search(buildQuery(keyword, { limit: 2000, exact: true }))
        expect(idsOf(hits).sort(), keyword).toEqual(expected.sort())
        expect(total).toBe(Math.min(1000, expected.length))
        expect(totalCapped).toBe(expected.length > 1000)
      }
    })

    test('returns pages that together equal the whole list, in every sort', async () => {
      for (const sort of ['relevance', 'foundedNewest', 'capitalLowest'] as const) {
        const whole = await search.search(buildQuery('星', { limit: 2000, sort }))
        const twoWords = await search.search(buildQuery('星 海', { limit: 200, sort }))
        const pages: CompanyHit[] = []
        for (let offset = 0; offset < 200; offset += 7) {
          pages.push(
            ...(await search.search(buildQuery('星 海', { offset, limit: Math.min(7, 200 - offset), sort }))).hits,
          )
        }
        expect(pages).toEqual(twoWords.hits)
        expect(new Set(idsOf(whole.hits)).size).toBe(whole.hits.length)
        // More matches than the sort keeps in memory.
        const all = await search.search(buildQuery('演示', { limit: 2000, sort }))
        const some = await search.search(buildQuery('演示', { offset: 3, limit: 7, sort }))
        expect(some).toEqual({ ...all, hits: all.hits.slice(3, 10) })
      }
    })
  })

  test(`${adapter}: returns no hits without companies`, async () => {
    const search = await open([], NOW)
    expect(await search.search(buildQuery('演示'))).toEqual({ hits: [], total: 0, totalCapped: false })
    expect(search.state()).toMatchObject({ ready: true, companies: 0 })
    await search.close()
  })
}
