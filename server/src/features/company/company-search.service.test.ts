import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { describe, expect, it } from 'vitest'
import { FakeCompanySearch } from '../../../test/search/fake-company-search.ts'
import { cleanKeyword } from '../../domain/names/keyword.ts'
import { SearchUnavailable } from '../../search/company-search.ts'
import { createCompanySearchService } from './company-search.service.ts'
import { type IndexableRecords, noIndexableRecords } from './indexable-records.repository.ts'

const summary = (id: string, name: string): CompanySummary => ({
  id,
  name,
  logo: null,
  logoText: name.slice(0, 4),
  briefName: name,
  status: '存续',
  formerNames: [],
  businessType: null,
  jointStockType: null,
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
  legalRepresentative: null,
  legalRepresentativeYear: null,
  leadingOfficer: null,
  registeredCapital: null,
  foundedOn: null,
  creditCode: null,
  region: null,
  industry: null,
  listing: null,
  listEntry: null,
  isDemo: true,
})

function open() {
  const index = new FakeCompanySearch()
  const stored = new Map<string, CompanySummary>()
  for (const number of [1, 2, 3]) {
    const name = `演示云岚${number}有限公司`
    index.names.set(`c-${number}`, name)
    stored.set(`c-${number}`, summary(`c-${number}`, name))
  }
  const direct = Array.from(stored.values(), ({ id, name }) => ({
    companyId: id,
    matchReason: { field: 'name', text: name } as const,
    hitRanges: [[0, 4]] satisfies [number, number][],
  }))
  const known = new Map<string, IndexableRecords>()
  const service = createCompanySearchService({
    index,
    isHiddenNumber: async (typed) => typed === '15400000001',
    records: {
      of: async (ids) => new Map([...known].filter(([id]) => ids.includes(id))),
    },
    companies: {
      listSummaries: async (ids) => ids.flatMap((id) => stored.get(id) ?? []),
      findByExactNameCodeOrPrefix: async (_keyword, limit) => direct.slice(0, limit),
    },
  })
  return { index, stored, known, service }
}

const query = { keyword: '云岚', page: 1, pageSize: 20, sort: 'relevance' } as const

describe('a search', () => {
  it('returns reason and ranges of each hit', async () => {
    const { service } = open()
    const answer = await service.search(query)
    expect(answer).toMatchObject({ total: 3, totalCapped: false, page: 1, pageSize: 20 })
    expect(answer?.list[0]).toMatchObject({ name: '演示云岚1有限公司', hitRanges: [[2, 4]] })
    expect(answer).not.toHaveProperty('partial')
  })

  it('asks the database for a LEI, which the index does not have, and keeps the answer whole', async () => {
    const { service } = open()
    const answer = await service.search({ ...query, keyword: '300300demo0000000155' })
    expect(answer).toMatchObject({ list: [{ id: 'c-1' }, { id: 'c-2' }, { id: 'c-3' }] })
    expect(answer).not.toHaveProperty('partial')
    expect((await service.suggest('300300DEMO0000000155'))?.list).toHaveLength(3)
    expect((await service.search({ ...query, keyword: '300300DEMO0000000156' }))?.list).toEqual([])
  })

  it.each([
    ['演示云海股份有限公司', { didYouMean: '演示云岚' }, true],
    ['演示云海股份有限公司', { usedKeyword: '云岚' }, true],
    ['请问演示云岚1有限公司', { usedKeyword: '演示云岚1有限公司' }, undefined],
    ['600000 演示云岚1有限公司', { usedKeyword: '600000' }, undefined],
    ['云岚公司', { usedKeyword: '云岚' }, undefined],
  ])('says of %s with %j whether the rows only bear names near it', async (keyword, marks, isOtherName) => {
    const { service, index } = open()
    const found = await index.search({
      keyword: '云岚',
      filters: {},
      sort: 'relevance',
      exact: false,
      offset: 0,
      limit: 9,
    })
    index.search = async () => ({ ...found, ...marks })
    expect((await service.search({ ...query, keyword }))?.isOtherName).toBe(isOtherName)
  })

  it('leaves out companies that are no longer stored', async () => {
    const { service, stored } = open()
    stored.delete('c-2')
    expect((await service.search(query))?.list.map((row) => row.id)).toEqual(['c-1', 'c-3'])
  })

  it('suggests to a visitor at most three companies, by their names alone', async () => {
    const { service, index, stored } = open()
    stored.set('c-4', { ...summary('c-4', '演示云岚4有限公司'), briefName: '云岚四' })
    index.names.set('c-4', '演示云岚4有限公司')
    const visitor = { isVisitor: true }
    expect((await service.suggest('云岚', visitor))?.list.map(({ id }) => id)).toEqual(['c-1', 'c-2', 'c-3'])
    expect((await service.suggest('云岚'))?.list.at(-1)).toMatchObject({ id: 'c-4', briefName: '云岚四' })
    const person = { field: 'legalRepresentative', text: '演示甲' } as const
    index.suggest = async () => [{ companyId: 'c-1', matchReason: person, hitRanges: [[0, 3]] }]
    expect(await service.suggest('演示甲', visitor)).toEqual({ list: [] })
  })

  it('finds nothing by a hidden number that the index still has', async () => {
    const { service, index } = open()
    index.names.set('c-1', '15400000001')
    expect(await service.search({ ...query, keyword: '15400000001' })).toMatchObject({ list: [], total: 0 })
    expect(await service.suggest('15400000001')).toEqual({ list: [] })
  })

  it('sends a kind of risk and 未查询到风险 to the index', async () => {
    const { service, index } = open()
    await service.search({ ...query, risk: 'punishment' })
    expect(index.lastQuery?.filters).toEqual({ risk: 'punishment' })
    await service.search({ ...query, risk: 'none' })
    expect(index.lastQuery?.filters).toEqual({ risk: 'none' })
  })

  it.each(['dishonestExecutor', 'none'] as const)(
    'leaves out companies that no longer have %s since they were indexed',
    async (risk) => {
      const { service, known } = open()
      known.set('c-1', { ...noIndexableRecords(), risks: [risk], members: [] })
      known.set('c-2', { ...noIndexableRecords(), risks: ['punishment'], members: [] })
      expect((await service.search({ ...query, risk }))?.list.map((row) => row.id)).toEqual(['c-1'])
    },
  )

  it('counts companies by a risk that their records still have, without groups if any has lost it', async () => {
    const { service, known } = open()
    known.set('c-1', { ...noIndexableRecords(), risks: ['punishment'], members: [] })
    known.set('c-2', { ...noIndexableRecords(), risks: [], members: [] })
    const counting = {
      keyword: query.keyword,
      sort: 'relevance' as const,
      limit: 20,
      groups: [{ region: '44' }],
      budgetMs: 700,
    }
    const byRisk = await service.count({ ...counting, filters: { risk: 'punishment' } })
    expect([byRisk.total, byRisk.groups, byRisk.hits.map(({ companyId }) => companyId)]).toEqual([1, null, ['c-1']])
    expect((await service.count({ ...counting, filters: {} })).groups).toEqual([0])
  })

  it('leaves out shareholders and key persons that records no longer show', async () => {
    const { service, index, known } = open()
    for (const id of ['c-1', 'c-2']) index.members.set(id, '演示甲')
    known.set('c-1', { ...noIndexableRecords(), risks: [], members: ['演示乙', '演示甲'] })
    known.set('c-2', { ...noIndexableRecords(), risks: [], members: ['演示乙'] })
    const answer = await service.search({ ...query, keyword: '演示甲' })
    expect(answer?.list.map((row) => [row.id, row.matchReason])).toEqual([['c-1', { field: 'member', text: '演示甲' }]])
    expect((await service.suggest('演示甲'))?.list.map((row) => row.id)).toEqual(['c-1'])
  })

  it('is answered from the database, marked partial, while the index is being prepared', async () => {
    const { service, index } = open()
    index.condition = 'preparing'
    expect(await service.search({ ...query, pageSize: 2 })).toMatchObject({
      partial: true,
      total: 3,
      totalCapped: true,
    })
    expect(await service.search({ ...query, page: 2, pageSize: 2 })).toMatchObject({
      partial: true,
      totalCapped: false,
    })
    expect(await service.suggest('云岚')).toMatchObject({ partial: true })
  })

  it('fails while the index is being prepared if it filters or sorts, which the database cannot', async () => {
    const { service, index } = open()
    index.condition = 'preparing'
    await expect(service.search({ ...query, status: '存续' })).rejects.toThrow(SearchUnavailable)
    await expect(service.search({ ...query, risk: 'none' })).rejects.toThrow(SearchUnavailable)
    await expect(service.search({ ...query, sort: 'foundedNewest' })).rejects.toThrow(SearchUnavailable)
  })

  it('fails when the index is overloaded, without falling back to the database', async () => {
    const { service, index } = open()
    index.condition = 'overloaded'
    await expect(service.search(query)).rejects.toMatchObject({ reason: 'overloaded' })
    await expect(service.suggest('云岚')).rejects.toMatchObject({ reason: 'overloaded' })
  })

  it('returns the text to which a long keyword was cut', async () => {
    const { service } = open()
    const answer = await service.search({ ...query, keyword: '云'.repeat(101) })
    expect(answer?.cutKeyword).toBe('云'.repeat(100))
  })
})

describe('a keyword', () => {
  it.each(['', '   ', '%', '（）', '\u200b\u202e', '!?*"', '\u0001'])('%j has nothing to search for', (typed) => {
    expect(cleanKeyword(typed)).toBeNull()
  })

  it('is normalised, without invisible characters, and trimmed', () => {
    expect(cleanKeyword('  ＢＹ\ue000Ｄ\u200b\u202e\u3164 ')).toEqual({ text: 'BYD' })
  })

  it('is limited in code points, not in UTF-16 units', () => {
    const long = '𠮷'.repeat(101)
    expect(cleanKeyword(long)?.text).toBe('𠮷'.repeat(100))
    expect(cleanKeyword('𠮷'.repeat(100))).toEqual({ text: '𠮷'.repeat(100) })
  })
})
