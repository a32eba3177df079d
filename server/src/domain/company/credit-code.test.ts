import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditCodeCheck, isCreditCode, isRegistrationNumber, organisationCodeOf } from './credit-code.ts'

const fictional = [
  '91990001MA0TE5T16H',
  '91990002MA0FCT021R',
  '91990003MA0FCT03X0',
  '91990004MA0FCT048E',
  '91990005MA0FCT056P',
]
const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'

describe('credit codes', () => {
  it.each(fictional)('accepts %s', (code) => {
    expect(isCreditCode(code)).toBe(true)
  })

  it('detects every single wrong character', () => {
    const place = fc.integer({ min: 0, max: 17 })
    fc.assert(
      fc.property(fc.constantFrom(...fictional), place, fc.constantFrom(...letters.split('')), (code, at, letter) => {
        fc.pre(code.charAt(at) !== letter)
        expect(isCreditCode(code.slice(0, at) + letter + code.slice(at + 1))).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses other lengths, cases and letters', () => {
    for (const code of ['', '9', '91990001ma0te5t16h', '91990001MA0TE5T16H1', '9199000IMA0TE5T16H']) {
      expect(isCreditCode(code)).toBe(false)
    }
  })

  it('computes the check character of the first seventeen', () => {
    expect(creditCodeCheck('91990001MA0TE5T16')).toBe('H')
  })

  it('prints the organisation code with its hyphen', () => {
    expect(organisationCodeOf('91440300192317458F')).toBe('19231745-8')
    expect(organisationCodeOf(null)).toBeNull()
  })
})

describe('registration numbers', () => {
  it('checks the last of fifteen digits', () => {
    expect(isRegistrationNumber('990001131419677')).toBe(true)
    expect(isRegistrationNumber('990001131419676')).toBe(false)
    expect(isRegistrationNumber('99000113141967')).toBe(false)
  })
})
