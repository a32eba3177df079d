import { describe, expect, it } from 'vitest'
import { parsePhoneNumber, phoneKeys } from './phone-number.ts'

describe('a phone number', () => {
  it.each([
    ['0990-8800001', '09908800001'],
    ['(0990) 8800001', '09908800001'],
    ['+86 154 0000 0001', '15400000001'],
    ['008615400000001', '15400000001'],
    ['８８００００１', '8800001'],
    ['400-000-0001', '4000000001'],
  ])('%s has the digits %s', (typed, digits) => {
    expect(parsePhoneNumber(typed)).toBe(digits)
  })

  it.each(['', '12345', '演示', '15400000001 转 8', '1'.repeat(16), '９１99000１MA'])('is not %s', (typed) => {
    expect(parsePhoneNumber(typed)).toBeNull()
  })

  it('is found with and without its area code', () => {
    expect(phoneKeys('0990-8800001')).toEqual(['09908800001', '8800001'])
    expect(phoneKeys('010-88000001')).toEqual(['01088000001', '88000001'])
    expect(phoneKeys('15400000001')).toEqual(['15400000001'])
    expect(phoneKeys('见官网')).toEqual([])
  })
})
