import { describe, expect, test } from 'vitest'
import { regionForms } from './company-name.ts'
import { createPlaceNames, wordsByStart } from './place-names.ts'

const { formsOf, withoutPlaces, withoutPossiblePlaces } = createPlaceNames([
  { code: '440000', name: '广东省' },
  { code: '440300', name: '深圳市' },
  { code: '441200', name: '肇庆市' },
  { code: '441223', name: '广宁县' },
  { code: '460000', name: '海南省' },
  { code: '110100', name: '市辖区' },
  { code: '630203', name: '平安区' },
  { code: '542500', name: '阿里地区' },
  { code: '422800', name: '恩施土家族苗族自治州' },
])

const noRegion = wordsByStart([])

describe('a name', () => {
  test.each([
    ['广宁县碧翠湖渡假村', '碧翠湖渡假村'],
    ['广东省肇庆市广宁县碧翠湖渡假村', '碧翠湖渡假村'],
    ['深圳市政源', '深圳市政源'],
    ['广宁县域', '广宁县域'],
    ['碧翠湖(深圳)渡假村', '碧翠湖渡假村'],
    ['碧翠湖(渡假)村', '碧翠湖(渡假)村'],
    ['海南航空', '海南航空'],
    ['平安保险', '平安保险'],
    ['广宁县湖', '广宁县湖'],
  ])('%s without places that are written in full is %s', (name, rest) => {
    expect(withoutPlaces(name, noRegion)).toBe(rest)
  })

  test.each([
    ['海南航空', '航空'],
    ['中国中铁', '中铁'],
    ['阿里巴巴', '巴巴'],
    ['平安保险', '平安保险'],
    ['深圳市政源', '市政源'],
    ['恩施州碧翠湖', '碧翠湖'],
  ])('%s without what may be a place is %s', (name, rest) => {
    expect(withoutPossiblePlaces(name, noRegion)).toBe(rest)
  })

  test('loses its own county also when it is not written in full', () => {
    expect(withoutPlaces('广宁碧翠湖渡假村', wordsByStart(formsOf('441223')))).toBe('碧翠湖渡假村')
    expect(withoutPlaces('广宁碧翠湖渡假村', wordsByStart(regionForms('广东省肇庆市')))).toBe('广宁碧翠湖渡假村')
  })
})

test('a place has the forms that names contain, and a code without a place has none', () => {
  expect(formsOf('422800')).toEqual(['恩施土家族苗族自治州', '恩施州', '恩施'])
  expect(formsOf('110100')).toEqual([])
  expect(formsOf('999999')).toEqual([])
})
