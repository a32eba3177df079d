import { describe, expect, test } from 'vitest'
import { buildIndexableCompany as build, buildQuery } from '../../../test/builders/indexable-companies.ts'
import { buildMemorySegment } from '../../../test/search/memory-segment.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { createSearcher } from './searcher.ts'

const NOW = Date.UTC(2026, 5, 30)
const pronunciation = loadPronunciation()

function openSearch(companies: readonly IndexableCompany[]) {
  const segment = buildMemorySegment(companies, pronunciation)
  return createSearcher([{ segment, deleted: new Set() }], pronunciation)
}

const named = (...names: string[]) => openSearch(names.map((name) => build({ id: name, name })))
const idsOf = (hits: readonly { companyId: string }[]) => hits.map(({ companyId }) => companyId)

const inScope = (id: string) => build({ id, name: `演示${id}有限公司`, scope: '销售碧翠湖假村门票' })

describe('a typo in a part of a name', () => {
  // The place is no region of the company, so the name has no brand without it.
  const resort = '演示镇碧翠湖渡假村有限公司'
  const search = named(resort, '演示镇长乐食品有限公司')

  test.each([
    ['a wrong character that sounds alike', '碧翠胡渡假村'],
    ['a wrong character that looks alike', '碧翠湖渡假材'],
    ['any wrong character', '碧翠湖渡万村'],
    ['two swapped characters', '碧翠湖假渡村'],
    ['an extra character', '碧翠湖的渡假村'],
    ['a doubled character', '碧翠湖湖渡假村'],
    ['a missing character', '碧翠湖假村'],
    ['a missing character before the legal form', '碧翠湖假村有限公司'],
    ['a typo in the legal form', '碧翠湖渡假村有限工司'],
  ])('is corrected in the middle of the name: %s', (_what, keyword) => {
    const { hits, didYouMean } = search.search(buildQuery(keyword), NOW)
    expect(idsOf(hits)).toEqual([resort])
    expect(hits[0]?.matchReason.field).toBe('fuzzy')
    expect(didYouMean).toBe(keyword.endsWith('司') ? '碧翠湖渡假村有限公司' : '碧翠湖渡假村')
  })

  test.each([
    ['三士股份有限公司', '三力士股份有限公司'],
    ['爱目股份有限公司', '爱慕股份有限公司'],
    ['苏达美股份有限公司', '苏美达股份有限公司'],
  ])('is corrected in a short brand before a common legal form: %s', (keyword, name) => {
    // More names with the legal form than are compared, all before the one that is meant.
    const letters = Array.from('通恒盛丰泰华安康宏源永利达信诚德兴隆和顺祥瑞福禄寿喜')
    const others = letters.flatMap((first) => letters.map((second) => `${first}${second}万股份有限公司`))
    const register = openSearch([
      ...others.map((other) => build({ name: other, prominence: 1 })),
      build({ id: name, name, prominence: 900 }),
    ])
    const { hits } = register.search(buildQuery(keyword), NOW)
    expect(idsOf(hits)[0]).toBe(name)
  })

  test('is corrected in a brand of four characters, whichever character is wrong', () => {
    const { didYouMean } = named('演示天虹股份有限公司').search(buildQuery('演示天万'), NOW)
    expect(didYouMean).toBe('演示天虹')
  })

  test.each([
    ['演示天洪', undefined],
    ['演示夫虹', undefined],
    ['演示天天虹', undefined],
    ['演示天万', true],
  ])('may be another name when a character neither sounds nor looks right: %s', (keyword, isOtherName) => {
    const result = named('演示天虹股份有限公司').search(buildQuery(keyword), NOW)
    expect([result.didYouMean, result.isOtherName]).toEqual(['演示天虹', isOtherName])
  })

  test('is not corrected when one of three characters is wrong and sounds different', () => {
    expect(named('安全鞋有限公司').search(buildQuery('安全万'), NOW)).toMatchObject({ hits: [], total: 0 })
  })

  test('prefers a missing character to an extra one', () => {
    const decorators = named('恒信装饰有限公司', '恒信建筑装饰有限公司')
    expect(decorators.search(buildQuery('恒信筑装饰'), NOW).didYouMean).toBe('恒信建筑装饰')
  })
})

describe('a keyword that matches weakly only', () => {
  const meant = build({ id: 'meant', name: '演示碧翠湖渡假村有限公司' })

  test('is corrected below its matches in scopes', () => {
    const search = openSearch([meant, inScope('甲乙')])
    const { hits, total, didYouMean } = search.search(buildQuery('碧翠湖假村'), NOW)
    expect(hits.map(({ companyId, matchReason }) => [companyId, matchReason.field])).toEqual([
      ['甲乙', 'scope'],
      ['meant', 'fuzzy'],
    ])
    expect([total, didYouMean]).toEqual([2, '碧翠湖渡假村'])
    expect(idsOf(search.suggest('碧翠湖假村', 10, NOW))).toEqual(['甲乙', 'meant'])
  })

  test('is corrected below companies of a region that was cut out of it', () => {
    const regionName = '演示省海边市'
    const search = openSearch([
      build({ id: 'meant', name: '海边长远通建设有限公司', regionName }),
      build({ id: 'other', name: '宏长通建设有限公司', regionName }),
    ])
    const { hits, didYouMean } = search.search(buildQuery('海边长通'), NOW)
    expect(idsOf(hits)).toEqual(['other', 'meant'])
    expect(didYouMean).toBe('海边长远通')
  })

  test('lists a company once that matches weakly and by its correction', () => {
    const both = build({ id: 'both', name: '演示碧翠湖渡假村有限公司', scope: '经营碧翠湖假村' })
    const { hits } = openSearch([both]).search(buildQuery('碧翠湖假村'), NOW)
    expect(hits.map(({ companyId, matchReason }) => [companyId, matchReason.field])).toEqual([['both', 'scope']])
  })

  const [office, branch] = ['演示银汉股份有限公司', '演示银汉股份有限公司星湖支行']

  test('is corrected before the full name within it', () => {
    const { hits, didYouMean } = named(office, branch).search(buildQuery('演示银汉股份有限公司湖星支行'), NOW)
    expect(idsOf(hits)).toEqual([branch, office])
    expect(didYouMean).toBe(branch)
  })

  test('is not corrected when it is a full name and another character', () => {
    const { hits, didYouMean } = named(office, branch).search(buildQuery('查演示银汉股份有限公司'), NOW)
    expect([idsOf(hits), didYouMean]).toEqual([[office], undefined])
  })

  test('is not corrected when it is searched exactly', () => {
    const search = openSearch([meant, inScope('甲乙')])
    const { hits, didYouMean } = search.search(buildQuery('碧翠湖假村', { exact: true }), NOW)
    expect([idsOf(hits), didYouMean]).toEqual([['甲乙'], undefined])
  })

  test('is not corrected when it is a word of many scopes', () => {
    const many = Array.from({ length: 21 }, (_, at) => inScope(`甲${'一二三四五六七八九十丁'.charAt(at % 11)}${at}`))
    const { total, didYouMean } = openSearch([meant, ...many]).search(buildQuery('碧翠湖假村'), NOW)
    expect([total, didYouMean]).toEqual([21, undefined])
  })

  test('is not corrected when a name contains it', () => {
    const search = openSearch([meant, build({ id: 'named', name: '演示碧翠湖假村有限公司' })])
    const { hits, didYouMean } = search.search(buildQuery('碧翠湖假村'), NOW)
    expect([idsOf(hits), didYouMean]).toEqual([['named'], undefined])
  })

  test('is not corrected when a name contains it that a filter hides', () => {
    const search = openSearch([meant, build({ id: 'named', name: '演示碧翠湖假村有限公司', status: '注销' })])
    const { hits, didYouMean } = search.search(buildQuery('碧翠湖假村', { filters: { status: '存续' } }), NOW)
    expect([idsOf(hits), didYouMean]).toEqual([[], undefined])
  })
})
