import { expect, test } from 'vitest'
import { neighbourSearches } from './neighbour-searches.ts'

const options = {
  regions: [
    { code: '99', name: '演示省', children: [{ code: '9901', name: '演示市' }] },
    { code: '98', name: '样例市', children: [{ code: '980105', name: '样例区' }] },
  ],
  industries: [
    { code: 'C', name: '制造业', children: [{ code: '36', name: '汽车制造业' }] },
    { code: 'F', name: '批发和零售业', children: [{ code: '51', name: '批发业' }] },
  ],
}

const filtersOf = (region: string | null, industry: string | null, industryCode: string | null = null) =>
  neighbourSearches({ region, industry, industryCode }, options).map(({ path }) => {
    const { keyword, ...filters } = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
    expect(keyword).toBe('')
    return filters
  })

test.each([
  ['演示省演示市', { region: '9901' }],
  ['演示省别处市', { region: '99' }],
  ['样例市样例区', { region: '980105' }],
  ['样例市', { region: '98' }],
])('companies of the region %s are searched with %o', (region, filters) => {
  expect(filtersOf(region, null)).toEqual([filters])
})

test.each([
  ['制造业', { industry: 'C' }],
  ['汽车制造业', { industry: '36' }],
])('companies of the industry %s are searched with %o', (industry, filters) => {
  expect(filtersOf(null, industry)).toEqual([filters])
})

test('companies of a class of industry are searched with its division', () => {
  expect(filtersOf(null, '汽车整车制造', 'C3611')).toEqual([{ industry: '36' }])
  expect(filtersOf(null, '汽车整车制造')).toEqual([])
})

test('a fact that is not stated or not a choice gives no search', () => {
  expect(filtersOf(null, null)).toEqual([])
  expect(filtersOf('无此省', '无此业')).toEqual([])
})

test('each search says what is the same', () => {
  expect(neighbourSearches({ region: '演示省演示市', industry: '批发业' }, options)).toMatchObject([
    { label: '同地区企业', name: '演示省演示市' },
    { label: '同行业企业', name: '批发业' },
  ])
})
