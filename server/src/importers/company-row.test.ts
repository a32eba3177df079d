import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CompanyRow, isRowProblem, parseCompanyRow, parseSourceKey, rowFieldSchema } from './company-row.ts'

const parsed = (values: Record<string, unknown>): CompanyRow => {
  const row = parseCompanyRow(values)
  if (isRowProblem(row)) throw new Error(`${row.field}: ${row.reason}`)
  return row
}
const problem = (values: Record<string, unknown>) => {
  const row = parseCompanyRow(values)
  return isRowProblem(row) ? row.field : null
}

describe('the values of a row', () => {
  it('are read as what they mean', () => {
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
      capitalValue: 1234.5,
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
    ['capitalValue', '十万'],
    ['insuredCount', '3.5'],
    ['insuredYear', '25'],
    ['registrationNumber', '990001131419676'],
    ['formerNames', '演示旧@昨天~今天'],
    ['formerNames', '@2001-03-01'],
    ['name', 5],
    ['name', '演示\u0007'],
    ['name', '演示\ud800'],
    ['name', '演'.repeat(501)],
    ['scope', '长'.repeat(20_001)],
  ])('reject the row for the %s %j', (field, value) => {
    expect(problem({ [field]: value })).toBe(field)
  })

  it('never throw, whatever they are', () => {
    const field = fc.constantFrom(...rowFieldSchema.options)
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.anything(), fc.constantFrom('-', '@', '~', ';', '1e9'))
    fc.assert(
      fc.property(field, value, (name, cell) => {
        const row = parseCompanyRow({ [name]: cell })
        if (isRowProblem(row)) expect(row.reason).not.toBe('')
      }),
      { seed: 9, numRuns: 10_000 },
    )
  })

  it('hold a key of one line', () => {
    expect(parseSourceKey('A-1')).toEqual({ key: 'A-1' })
    for (const key of ['a\nb', 'a\u0000', {}, 'k'.repeat(501)]) expect(parseSourceKey(key)).toHaveProperty('reason')
  })
})
