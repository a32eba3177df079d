import type { FilterOptions } from '@baiqicha/contract/company-search'
import { describe, expect, it } from 'vitest'
import { nameOfCode, parentOf } from '../../domain/filters/filter-panel.ts'
import { conditionLabels } from './search-filters.ts'

const options: FilterOptions = {
  regions: [
    { code: '44', name: '广东省', children: [{ code: '4403', name: '深圳市' }] },
    { code: '11', name: '北京市', children: [] },
  ],
  industries: [{ code: 'C', name: '制造业', children: [{ code: '36', name: '汽车制造业' }] }],
}

describe('nameOfCode', () => {
  it('returns the name of a choice of either level', () => {
    expect(nameOfCode(options.regions, '44')).toBe('广东省')
    expect(nameOfCode(options.industries, '36')).toBe('汽车制造业')
  })

  it('returns the code while the choices are missing or do not contain it', () => {
    expect(nameOfCode(undefined, '4403')).toBe('4403')
    expect(nameOfCode(options.regions, '99')).toBe('99')
  })
})

it('parentOf returns the first-level choice of a code of either level', () => {
  expect(parentOf(options.regions, '44')?.name).toBe('广东省')
  expect(parentOf(options.regions, '4403')?.name).toBe('广东省')
  expect(parentOf(options.regions, '9')).toBeUndefined()
  expect(parentOf(options.regions, undefined)).toBeUndefined()
})

describe('conditionLabels', () => {
  it('lists the conditions that no cell of the row shows, each understandable by itself', () => {
    const filters = { within: 'scope', type: 'limited', capital: 'to100', age: 'to1', listed: 'unlisted' } as const
    expect(conditionLabels({ region: '44', industry: 'C', status: '存续', ...filters })).toEqual([
      { key: 'within', label: '在经营范围中查找' },
      { key: 'type', label: '有限责任公司' },
      { key: 'capital', label: '注册资本 100 万以内' },
      { key: 'age', label: '成立 1 年内' },
      { key: 'listed', label: '非上市' },
    ])
    expect(conditionLabels({ region: '44', industry: 'C', status: '存续' })).toEqual([])
  })

  it('names the group of a remainder', () => {
    expect(conditionLabels({ type: 'other' })).toEqual([{ key: 'type', label: '其他类型' }])
  })
})

it('conditionLabels names risks as the sheet does, and the search range', () => {
  expect(conditionLabels({ within: 'member', risk: 'none' })).toEqual([
    { key: 'within', label: '在股东高管中查找' },
    { key: 'risk', label: '未查询到风险' },
  ])
})
