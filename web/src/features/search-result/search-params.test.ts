import { companyStatuses } from '@baiqicha/contract/company-status'
import {
  ageBandKeys,
  capitalBandKeys,
  companyTypeKeys,
  listingFilterKeys,
  searchRangeKeys,
  searchSortKeys,
} from '@baiqicha/contract/search-vocabulary'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countFilters,
  offeredRisks,
  readSearchParams,
  type SearchParams,
  toSearchInput,
  withoutFilter,
  writeSearchParams,
} from './search-params.ts'

const bare = (keyword: string): SearchParams => ({ keyword, filters: {}, sort: 'relevance', exact: false })

describe('readSearchParams', () => {
  it('reads every part', () => {
    const search =
      '?keyword=澜山&region=4403&industry=C&status=存续&capital=to100&age=10to15&listed=listed&type=branch&within=scope&risk=businessRisk&sort=foundedNewest&exact=1'
    expect(readSearchParams(search)).toEqual({
      keyword: '澜山',
      filters: {
        region: '4403',
        industry: 'C',
        status: '存续',
        capital: 'to100',
        age: '10to15',
        listed: 'listed',
        type: 'branch',
        within: 'scope',
        risk: 'businessRisk',
      },
      sort: 'foundedNewest',
      exact: true,
    })
  })

  it.each<[string, SearchParams]>([
    ['', bare('')],
    ['?', bare('')],
    ['?keyword=', bare('')],
    ['?keyword=%20%20澜山%20', bare('澜山')],
    ['?keyword=a&keyword=b', bare('a')],
    [
      '?keyword=澜山&region=abc&industry=Z&status=好&capital=1&age=-1&listed=yes&type=有限&within=all&sort=up&exact=true',
      bare('澜山'),
    ],
    ['?keyword=澜山&region=4', bare('澜山')],
    ['?keyword=澜山&region=44030399', bare('澜山')],
    ['?keyword=澜山&status=', bare('澜山')],
    ['?keyword=澜山&risk=equityPledge', bare('澜山')],
    ['?keyword=澜山&risk=bad', bare('澜山')],
    ['?keyword=%E4%BD', bare('�')],
    ['?keyword=%3Cscript%3E', bare('<script>')],
    ['?constructor=x&__proto__=y&keyword=澜山', bare('澜山')],
    [`?keyword=${'澜'.repeat(2500)}`, bare('澜'.repeat(2000))],
  ])('reads %j', (search, expected) => {
    expect(readSearchParams(search)).toEqual(expected)
  })
})

describe('writeSearchParams', () => {
  it('omits default values', () => {
    expect(writeSearchParams(bare('澜山'))).toBe(`?keyword=${encodeURIComponent('澜山')}`)
  })

  it('is the inverse of readSearchParams for any keyword and choice', () => {
    const filters = fc.record(
      {
        region: fc.constantFrom('44', '4403', '440303'),
        industry: fc.constantFrom('A', 'T', '01', '97'),
        status: fc.constantFrom(...companyStatuses),
        capital: fc.constantFrom(...capitalBandKeys),
        age: fc.constantFrom(...ageBandKeys),
        listed: fc.constantFrom(...listingFilterKeys),
        type: fc.constantFrom(...companyTypeKeys),
        within: fc.constantFrom(...searchRangeKeys),
        risk: fc.constantFrom(...offeredRisks),
      },
      { requiredKeys: [] },
    )
    const params = fc.record({
      keyword: fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim()),
      filters,
      sort: fc.constantFrom(...searchSortKeys),
      exact: fc.boolean(),
    })
    fc.assert(
      fc.property(params, (value) => {
        expect(readSearchParams(writeSearchParams(value))).toEqual(value)
      }),
    )
  })
})

describe('the filter model', () => {
  it('counts the conditions', () => {
    expect(countFilters({ region: '44', status: '存续', age: 'to1' })).toBe(3)
    expect(countFilters({})).toBe(0)
  })

  it('removes one condition and keeps the others', () => {
    expect(withoutFilter({ region: '44', status: '存续' }, 'region')).toEqual({ status: '存续' })
    expect(withoutFilter({ region: '44' }, 'status')).toEqual({ region: '44' })
  })

  it('requests exact matches only when the URL says so', () => {
    expect(toSearchInput(bare('澜山'))).toEqual({ keyword: '澜山', sort: 'relevance' })
    expect(toSearchInput({ ...bare('澜山'), exact: true })).toEqual({ keyword: '澜山', sort: 'relevance', exact: '1' })
  })
})
