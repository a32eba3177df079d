import { searchRangeKeys, searchSortKeys, TOTAL_LIMIT } from '@baiqicha/contract/search-vocabulary'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildIndexableCompany, buildQuery } from '../../../test/builders/indexable-companies.ts'
import { seededRandom, testSeed } from '../../../test/builders/seeded-random.ts'
import { buildMemorySegment } from '../../../test/search/memory-segment.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { planQuery } from '../analysis/query-plan.ts'
import type { CompanyFilters } from '../company-search.ts'
import { findDoc } from '../segment/segment-reader.ts'
import { CompanyDoc, createIndexReader, type SearchableSegment } from './index-reader.ts'
import { tiers } from './match.ts'
import { createSearcher } from './searcher.ts'
import { matchCompany } from './tiers.ts'

const NOW = Date.UTC(2026, 5, 30)
const regions = ['演示省', '演示省海边市', '演示省星湖市', null]
const random = seededRandom(2)
const some = (text: string, length: number) => Array.from({ length }, () => random.pick(Array.from(text))).join('')
const maybe = <T>(value: T) => (random.below(3) === 0 ? [value] : [])

const drawCompany = (): IndexableCompany =>
  buildIndexableCompany({
    name: `${random.pick(['', '演示', '演示省', '海边'])}${some('星河湖海长行乐重', 2 + random.below(3))}${random.pick(['', '（海边）', '科技', '贸易'])}${random.pick(['有限公司', '股份有限公司', '（集团）有限公司', ''])}`,
    formerNames: maybe(`演示${some('星河湖海', 2)}有限公司`),
    shortNames: maybe(
      `${random.pick(['', '*ST', 'ST', '中国', '海边'])}${some('星河湖海A', 3)}${random.pick(['', '', '集团'])}`,
    ),
    englishNames: maybe(
      `${random.pick(['Star', 'Sea', 'Tea'])} ${random.pick(['Lake', 'Co'])} ${random.pick(['Ltd.', 'Tech'])}`,
    ),
    stockCodes: maybe(`09900${random.below(10)}`),
    creditCode: random.pick([null, `9199000${random.below(3)}MA0DEM0X1${random.below(10)}`]),
    legalRepresentative: random.pick([null, '演示甲', '星河']),
    regionName: random.pick(regions),
    status: random.pick(['存续', '注销', null]),
    scope: random.pick([null, `${some('星河湖海', 30)}的加工、销售；技术服务`]),
    address: random.pick([null, `演示省海边市${some('星河', 2)}路${random.below(20)}号`]),
    phones: maybe(random.pick(['0990-8800001', '15400000001', '+86 154 0000 0002'])),
    members: maybe(random.pick(['演示甲', '演示乙', '星河', '演示星河有限公司'])),
    risks: random.pick<IndexableCompany['risks']>([
      ['none'],
      ['dishonestExecutor'],
      ['dishonestExecutor', 'punishment'],
      ['punishment', 'none'],
      [],
    ]),
    isDemo: random.below(2) === 0,
    prominence: random.below(1024),
  })

const pronunciation = loadPronunciation()
const companies = [
  ...Array.from({ length: 249 }, drawCompany),
  buildIndexableCompany({ name: '星河海有限公司', formerNames: ['演示星河有限公司'] }),
]
/** Segments of these companies, newest first. A company that occurs in a newer segment is deleted in the older ones. */
function segmentsOf(parts: readonly (readonly IndexableCompany[])[]): SearchableSegment[] {
  const newer = new Set<string>()
  return parts.map((part) => {
    const segment = buildMemorySegment(part, pronunciation)
    const deleted = new Set(part.flatMap(({ id }) => (newer.has(id) ? [findDoc(segment, id) ?? -1] : [])))
    for (const { id } of part) newer.add(id)
    return { segment, deleted }
  })
}
const whole = segmentsOf([companies])
const outdated = companies.slice(0, 90).map((one) => ({ ...one, name: `演示星河${one.name}`, prominence: 1 }))
const segmented = segmentsOf([companies.slice(0, 40), companies.slice(40, 90), [...companies.slice(90), ...outdated]])

const piece = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from('星河湖海长行乐重演示省市科技有限公司集团')),
    minLength: 1,
    maxLength: 5,
  }),
  fc.string({
    unit: fc.constantFrom('xing', 'he', 'hu', 'hai', 'chang', 'zhong', 'le', 'x', 'h', 'c', 'st'),
    maxLength: 3,
  }),
  fc.constantFrom(
    '海边',
    '技术服务',
    '销售 加工',
    '0990-8800001',
    '8800001',
    '15400000001',
    '8615400000002',
    '演示',
    '星湖市',
    'star',
    'sea l',
    'tea lake co',
    '0990',
    '099001',
    '91990001',
    'ma0dem0x1',
    '演示甲',
    '演示乙',
    '*ST',
    '星 河',
    'A',
  ),
)
const joined = fc
  .array(piece, { minLength: 1, maxLength: 3 })
  .chain((pieces) => fc.constantFrom('', ' ', '（').map((between) => pieces.join(between)))
const wholeName = fc.constantFrom('星河海有限公司', '演示星河有限公司', '请查询演示星河有限公司的信息')
const keyword = fc.oneof({ weight: 19, arbitrary: joined }, { weight: 1, arbitrary: wholeName })

const within = fc.option(fc.constantFrom(...searchRangeKeys), { freq: 2 })

const filters = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({ risk: fc.constantFrom('dishonestExecutor', 'punishment', 'businessRisk', 'none') }),
  },
)
const byId = new Map(companies.map((one) => [one.id, one]))

/** Applies the filters to the record, without the index. */
function passes(id: string, { risk }: CompanyFilters): boolean {
  return risk === undefined || (byId.get(id)?.risks ?? []).includes(risk)
}

/** Compares 400 drawn keywords with a match of every company. Returns the tiers that occurred. */
function compareWithEveryCompany(seed: number): number[] {
  const searcher = createSearcher(whole, pronunciation)
  const allDocs = whole.flatMap(({ segment }) => companies.map((_, doc) => new CompanyDoc(segment, doc)))
  const { vocabulary } = createIndexReader(whole, pronunciation)
  const coveredTiers = new Set<number>()
  fc.assert(
    fc.property(keyword, within, filters, (typed, range, filterBy) => {
      const plan = planQuery(typed, vocabulary, range)
      const matches = allDocs.flatMap((company, doc) => {
        const match = plan === null ? null : matchCompany(company, plan, pronunciation.readings)
        return match === null || !passes(company.record.id, filterBy) ? [] : [{ id: company.record.id, doc, match }]
      })
      for (const { match } of matches) coveredTiers.add(match.tier)
      matches.sort((a, b) => a.match.tier - b.match.tier || a.doc - b.doc)
      const { hits, total } = searcher.search(
        buildQuery(typed, { limit: 250, exact: true, filters: filterBy, ...(range !== null && { within: range }) }),
        NOW,
      )
      expect(hits.map((hit) => hit.companyId)).toEqual(matches.map(({ id }) => id))
      expect(hits.map((hit) => hit.matchReason)).toEqual(matches.map(({ match }) => match.reason))
      expect(total).toBe(matches.length)
    }),
    { numRuns: 400, seed },
  )
  return [...coveredTiers].sort((a, b) => a - b)
}

describe('the index', () => {
  test('proposes every company that matches on a tier, on its best tier and in rank order', () => {
    compareWithEveryCompany(testSeed)
    // Every tier must occur, or the comparison proves too little: it does from this seed.
    expect(compareWithEveryCompany(20261120)).toEqual(Object.values(tiers).filter((tier) => tier !== tiers.fuzzy))
  })

  test('finds a company by its region and an English brand', () => {
    const star = buildIndexableCompany({
      name: '演示行湖有限公司',
      englishNames: ['Star Co Ltd.'],
      regionName: '演示省',
    })
    const searcher = createSearcher(segmentsOf([[star]]), pronunciation)
    for (const typed of ['star演示', '演示 star', '演示star']) {
      expect(searcher.search(buildQuery(typed), NOW).hits.map(({ companyId }) => companyId)).toEqual([star.id])
    }
  })

  test('returns the same hits in the same order however companies are spread over segments', () => {
    const [one, other] = [createSearcher(whole, pronunciation), createSearcher(segmented, pronunciation)]
    const sort = fc.constantFrom(...searchSortKeys)
    fc.assert(
      fc.property(keyword, within, filters, sort, (typed, range, filterBy, order) => {
        const query = buildQuery(typed, {
          limit: 250,
          sort: order,
          filters: filterBy,
          ...(range !== null && { within: range }),
        })
        expect(other.search(query, NOW)).toEqual(one.search(query, NOW))
        expect(other.suggest(typed, 10, NOW)).toEqual(one.suggest(typed, 10, NOW))
      }),
      { numRuns: 200 },
    )
  })

  test('counts every match, whichever part of them a page shows', () => {
    const searchers = [whole, segmented].map((segments) => createSearcher(segments, pronunciation))
    const page = fc.record({ offset: fc.nat(40), limit: fc.integer({ min: 1, max: 20 }) })
    fc.assert(
      fc.property(
        fc.constantFrom(...searchers),
        keyword,
        within,
        filters,
        page,
        (searcher, typed, range, filterBy, part) => {
          const query = buildQuery(typed, { filters: filterBy, ...(range !== null && { within: range }) })
          const all = searcher.search({ ...query, limit: 250 }, NOW)
          const hits = all.hits.slice(part.offset, part.offset + part.limit)
          expect(searcher.search({ ...query, ...part }, NOW)).toEqual({ ...all, hits })
          const { total } = searcher.search({ ...query, exact: true, limit: 250 }, NOW)
          const count = { ...query, limit: part.limit, groups: [{}], budgetMs: 60_000 }
          expect(searcher.count(count, NOW)).toMatchObject({ total, groups: [total] })
        },
      ),
      { numRuns: 200 },
    )
  })

  test('counts up to the limit of a total, and says whether there are more', () => {
    const many = Array.from({ length: TOTAL_LIMIT + 1 }, (_, at) =>
      buildIndexableCompany({ name: `星河湖${at}有限公司` }),
    )
    const capped = { total: TOTAL_LIMIT, totalCapped: true }
    const exact = { total: TOTAL_LIMIT, totalCapped: false }
    for (const parts of [[many], [many.slice(0, 300), many.slice(300)]]) {
      const searcher = createSearcher(segmentsOf(parts), pronunciation)
      const fewer = createSearcher(
        segmentsOf(parts.map((part) => part.filter((one) => one !== many[1]))),
        pronunciation,
      )
      // The first keyword is proven by its terms, the second by the names.
      for (const typed of ['河湖', '星河湖']) expect(searcher.search(buildQuery(typed), NOW)).toMatchObject(capped)
      for (const typed of ['河湖', '星河湖']) expect(fewer.search(buildQuery(typed), NOW)).toMatchObject(exact)
    }
  })

  test('returns hit ranges in order and within the text', () => {
    const searcher = createSearcher(segmented, pronunciation)
    fc.assert(
      fc.property(keyword, (typed) => {
        for (const { matchReason, hitRanges } of searcher.search(buildQuery(typed), NOW).hits) {
          let end = 0
          for (const [from, to] of hitRanges) {
            expect(from).toBeGreaterThanOrEqual(end)
            expect(to).toBeGreaterThan(from)
            end = to
          }
          expect(hitRanges).not.toEqual([])
          expect(end).toBeLessThanOrEqual(matchReason.text.length)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('never throws, whatever the text', () => {
    const searcher = createSearcher(segmented, pronunciation)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (typed) => {
        searcher.search(buildQuery(typed), NOW)
        searcher.suggest(typed, 10, NOW)
      }),
      { numRuns: 200 },
    )
  })
})

describe('sorting', () => {
  const names = ['星河', '星湖', '星海', '星乐', '星行', '星重'].map((brand) => `${brand}有限公司`)
  const dated = names.map((name, at) => buildIndexableCompany({ name, foundedOn: `200${at}-01-01`, prominence: at }))
  const sorted = (typed: string, effort: number) => {
    const { hits, tooBroad } = createSearcher(segmentsOf([dated]), pronunciation, effort).search(
      { ...buildQuery(typed), sort: 'foundedNewest' },
      NOW,
    )
    return { names: hits.map(({ matchReason }) => matchReason.text), tooBroad }
  }

  test('considers the best-ranked companies only, and says so, beyond the effort limit', () => {
    expect(sorted('星', 6)).toEqual({ names: names.toReversed(), tooBroad: undefined })
    expect(sorted('星', 5)).toEqual({ names: names.slice(0, 5).toReversed(), tooBroad: true })
  })

  test('counts a company twice when its record has to be read', () => {
    expect(sorted('限公司', 12)).toEqual({ names: names.toReversed(), tooBroad: undefined })
    expect(sorted('限公司', 5)).toEqual({ names: names.slice(0, 3).toReversed(), tooBroad: true })
  })
})
