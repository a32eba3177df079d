import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../platform/crypto/system-random.ts'
import { newFollowUpNumber, parseFollowUpNumber } from './follow-up-number.ts'

const lastMinuteOfDay = Date.UTC(2026, 10, 22, 15, 59)

describe('the number that a submission is followed by', () => {
  it('contains the day in China and cannot be enumerated', () => {
    const numbers = Array.from({ length: 200 }, () => newFollowUpNumber('JC', systemRandom, lastMinuteOfDay))
    expect(numbers.every((number) => /^JC20261122-[2-9A-HJ-KM-NP-Z]{8}$/.test(number))).toBe(true)
    expect(new Set(numbers).size).toBe(200)
    expect(newFollowUpNumber('JC', systemRandom, lastMinuteOfDay + 60_000)).toMatch(/^JC20261123-/)
  })

  it.each([
    'jc20261122-7h3kq2mx',
    ' JC20261122 7H3K Q2MX ',
    'ＪＣ２０２６１１２２－７Ｈ３ＫＱ２ＭＸ',
    'JC20261122—7H3KQ2MX',
    'JC202611227H3KQ2MX',
  ])('is parsed as people type it: %s', (typed) => {
    expect(parseFollowUpNumber(typed)).toBe('JC20261122-7H3KQ2MX')
  })

  it('is parsed from any text without an error', () => {
    assert(
      property(string({ maxLength: 40 }), (typed) => {
        expect(parseFollowUpNumber(parseFollowUpNumber(typed))).toBe(parseFollowUpNumber(typed))
      }),
      { numRuns: 500 },
    )
  })
})
