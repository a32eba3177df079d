import { describe, expect, it } from 'vitest'
import { legalRepresentativeTitle, officeIsOld } from './legal-representative.ts'

describe('an office', () => {
  it.each([
    ['2021', '2023-12-31T23:59:59Z', false],
    ['2021', '2024-01-01T00:00:00Z', true],
    ['2024-05', '2026-05-31T23:59:59Z', false],
    ['2024-05', '2026-06-01T00:00:00Z', true],
    ['2024-05-14', '2026-05-14T23:59:59Z', false],
    ['2024-05-14', '2026-05-15T00:00:00Z', true],
  ])('dated %s is, at %s, old: %s', (asOf, now, old) => {
    expect(officeIsOld(asOf, Date.parse(now))).toBe(old)
  })

  it('without a date is old', () => {
    expect(officeIsOld(null, 0)).toBe(true)
  })

  it.each([
    ['有限责任公司（自然人独资）', '法定代表人'],
    ['有限合伙企业', '执行事务合伙人'],
    ['有限责任公司分公司', '负责人'],
    ['个人独资企业', '负责人'],
    ['个体工商户', '经营者'],
    [null, '法定代表人'],
  ])('in %s is called %s', (type, title) => {
    expect(legalRepresentativeTitle(type)).toBe(title)
  })
})
