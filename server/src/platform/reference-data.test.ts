import { describe, expect, it } from 'vitest'
import { loadReferenceData } from './reference-data.ts'

const { regions } = loadReferenceData({ demo: false })
const { regions: withDemo } = loadReferenceData({ demo: true })

describe('regions', () => {
  it.each([
    ['义乌', true],
    ['宝安区', true],
    ['广州白云', true],
    ['白云电器', false],
    ['', false],
  ])('knows whether a text is the name of a place: %s', (text, isPlace) => {
    expect(regions.isName(text)).toBe(isPlace)
  })

  it('names a region down to the city, or to the county', () => {
    expect(regions.nameOf('440300', 'city')).toBe('广东省深圳市')
    expect(regions.nameOf('440305', 'city')).toBe('广东省深圳市')
    expect(regions.nameOf('440305', 'county')).toBe('广东省深圳市南山区')
    expect(regions.nameOf('440000', 'county')).toBe('广东省')
  })

  it('never contains 市辖区 or 省直辖县级行政区划', () => {
    expect(regions.nameOf('110105', 'city')).toBe('北京市朝阳区')
    expect(regions.nameOf('110100', 'city')).toBe('北京市')
    expect(regions.nameOf('429004', 'city')).toBe('湖北省仙桃市')
  })

  it('returns null for an unknown code', () => {
    expect(regions.nameOf('000000', 'city')).toBeNull()
    expect(regions.nameOf(null, 'city')).toBeNull()
    expect(regions.nameOf('990001', 'city')).toBeNull()
    expect(withDemo.nameOf('990001', 'city')).toBe('演示东省')
  })

  it.each([
    ['广东', '深圳市', '440300'],
    ['广东省', '深圳', '440300'],
    ['北京', '北京市', '110000'],
    ['上海', '浦东', '310000'],
    ['上海', '浦东新区', '310115'],
    ['吉林', '吉林市', '220200'],
    ['新疆', '', '650000'],
    ['香港特别行政区', null, '810000'],
    ['内蒙古', '呼和浩特市', '150100'],
  ])('reads %s %s as %s', (province, city, code) => {
    expect(regions.codeOf({ province, city })).toBe(code)
  })

  it('returns null for an unknown province', () => {
    expect(regions.codeOf({ province: '演示东省', city: '深圳市' })).toBeNull()
  })

  it('offers provinces with cities, and municipalities with districts', () => {
    const choices = regions.choices()
    const childrenOf = (code: string) => choices.find((choice) => choice.code === code)?.children ?? []
    expect(choices).toHaveLength(34)
    expect(childrenOf('44')).toContainEqual({ code: '4403', name: '深圳市' })
    expect(childrenOf('11')).toContainEqual({ code: '110105', name: '朝阳区' })
    expect(childrenOf('42')).toContainEqual({ code: '429004', name: '仙桃市' })
    expect(childrenOf('50').map((child) => child.name)).not.toContain('县')
    expect(childrenOf('71')).toEqual([])
    expect(choices.map((choice) => choice.code)).not.toContain('99')
    expect(withDemo.choices().find((choice) => choice.code === '99')?.children).toHaveLength(5)
  })
})

const { industries } = loadReferenceData({ demo: false })

describe('industries', () => {
  it.each([
    ['C', 'C'],
    ['36', '36'],
    ['C36', '36'],
    ['汽车制造业', '36'],
    ['3611', '3611'],
    ['房地产业', '70'],
    ['教育', '83'],
    ['多式联运和运输代理业', '58'],
  ])('reads %s as %s', (text, code) => {
    expect(industries.codeOf(text)).toBe(code)
  })

  it.each(['J36', '99', '元宇宙业', ''])('returns null for %j', (text) => {
    expect(industries.codeOf(text)).toBeNull()
  })

  it('returns the section of a code and the code as shown', () => {
    expect(industries.sectionOf('3611')).toBe('C')
    expect(industries.displayCode('36')).toBe('C36')
    expect(industries.displayCode('C')).toBe('C')
    expect(industries.displayCode(null)).toBeNull()
    expect(industries.nameOf('36')).toBe('汽车制造业')
  })

  it('offers twenty sections with their divisions', () => {
    const choices = industries.choices()
    expect(choices).toHaveLength(20)
    expect(choices.find((choice) => choice.code === 'C')?.children).toContainEqual({ code: '36', name: '汽车制造业' })
    expect(choices.flatMap((choice) => choice.children)).toHaveLength(97)
  })
})
