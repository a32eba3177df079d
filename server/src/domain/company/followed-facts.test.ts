import { expect, it } from 'vitest'
import { emptyFacts } from './fact-columns.ts'
import { factText, followedFacts, isSameFact } from './followed-facts.ts'

it('states no text for a fact that no source states', () => {
  for (const fact of followedFacts) expect(factText(fact, emptyFacts)).toBeNull()
})

it.each([
  ['status', { status: '注销', status_raw: '企业注销' }, '注销'],
  ['registeredCapital', { capital_value: 1234.5, capital_unit: '万美元' }, '1,234.5 万美元'],
  ['paidInCapital', { paid_in_value: 50, paid_in_unit: null }, '50 万元'],
  ['term', { term_from: '2020-01-02', term_to: null }, '2020-01-02 至 长期'],
  ['legalRepresentative', { legal_representative: ' 演示甲 ' }, '演示甲'],
] as const)('states %s as one line', (fact, row, text) => {
  expect(factText(fact, { ...emptyFacts, ...row })).toBe(text)
})

it('cuts a long scope', () => {
  expect(factText('scope', { ...emptyFacts, scope: '演'.repeat(3_000) })).toHaveLength(2_001)
})

it('finds no difference in widths and spaces', () => {
  expect(isSameFact('演示（丙）有限公司', '演示(丙) 有限公司')).toBe(true)
  expect(isSameFact('存续', '注销')).toBe(false)
  expect(isSameFact(null, '注销')).toBe(false)
})
