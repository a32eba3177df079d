import { describe, expect, it } from 'vitest'
import { loadReferenceData } from '../../platform/reference-data.ts'

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
