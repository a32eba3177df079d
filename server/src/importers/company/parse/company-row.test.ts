import { describe, expect, it } from 'vitest'
import type { RowProblem } from '../../file/value-readers.ts'
import { type CompanyValues, isRowField, parseSourceKey, readField } from './company-row.ts'

function read(values: Record<string, unknown>): { row: CompanyValues; problem: RowProblem | null } {
  const row: CompanyValues = {}
  for (const [field, value] of Object.entries(values)) {
    const problem = isRowField(field) ? readField(row, field, value) : { field, reason: 'no field' }
    if (problem !== null) return { row, problem }
  }
  return { row, problem: null }
}
const parsed = (values: Record<string, unknown>) => {
  const { row, problem } = read(values)
  expect(problem).toBeNull()
  return row
}
const problem = (values: Record<string, unknown>) => read(values).problem?.field ?? null

describe('the values of a row', () => {
  it('are validated and converted', () => {
    expect(
      parsed({
        creditCode: ' 91990001ma0te5t16h ',
        capitalValue: '1,234.50',
        insuredCount: '０',
        insuredYear: '2025年',
        foundedOn: '2024年5月3日',
        phones: '0990-5550000；0990-5550001',
        formerNames: ['演示旧有限公司@2001-03-01~2009-06-30', '演示更旧有限公司'],
      }),
    ).toEqual({
      creditCode: '91990001MA0TE5T16H',
      capitalValue: { value: 1234.5, unit: undefined, currency: undefined },
      insuredCount: 0,
      insuredYear: 2025,
      foundedOn: '2024-05-03',
      phones: ['0990-5550000', '0990-5550001'],
      formerNames: [
        { value: '演示旧有限公司', from: '2001-03-01', to: '2009-06-30' },
        { value: '演示更旧有限公司', from: '', to: null },
      ],
    })
  })

  it.each([
    ['capitalValue', '-5'],
    ['capitalValue', '1e400'],
    ['capitalValue', '一万五'],
    ['insuredCount', '3.5'],
    ['insuredYear', '25'],
    ['registrationNumber', '990001131419676'],
    ['name', '企业名称'],
    ['name', '2家'],
    ['name', '法定代表人'],
    ['formerNames', '演示旧@昨天~今天'],
    ['formerNames', '@2001-03-01'],
    ['name', 5],
    ['name', '演示\u0007'],
    ['name', '演示\ud800'],
    ['name', '演'.repeat(501)],
    ['scope', '长'.repeat(20_001)],
  ])('reject a row with the %s %j', (field, value) => {
    expect(problem({ [field]: value })).toBe(field)
  })

  it('include a source key of one line only', () => {
    expect(parseSourceKey('A-1')).toEqual({ key: 'A-1' })
    for (const key of ['a\nb', 'a\u0000', {}, 'k'.repeat(501)]) expect(parseSourceKey(key)).toHaveProperty('reason')
  })
})
