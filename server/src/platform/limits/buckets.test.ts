import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BucketRule, clamp, giveBack, spend, waitFor } from './buckets.ts'

const rule: BucketRule = { count: 5, seconds: 3600 }
const start = 1_700_000_000_000
const TOKEN = 720_000

/** Takes a token if there is one, as the limiter does. */
function take(fullAt: number | null, now: number, of: BucketRule = rule) {
  const wait = waitFor(fullAt, of, now)
  return { allowed: wait === 0, wait, fullAt: wait === 0 ? spend(fullAt, of, now) : clamp(fullAt, of, now) }
}

function emptied(now: number, of: BucketRule = rule) {
  let fullAt: number | null = null
  for (let spent = 0; spent < of.count; spent += 1) fullAt = spend(fullAt, of, now)
  return fullAt
}

describe('a token bucket', () => {
  it('has exactly as many tokens as its rule allows', () => {
    let fullAt: number | null = null
    for (let spent = 0; spent < 5; spent += 1) {
      const result = take(fullAt, start)
      expect(result.allowed).toBe(true)
      fullAt = result.fullAt
    }
    expect(take(fullAt, start)).toMatchObject({ allowed: false, wait: TOKEN })
  })

  it('refuses one millisecond before the next token is due and allows when it is due', () => {
    const fullAt = emptied(start)
    expect(take(fullAt, start + TOKEN - 1).allowed).toBe(false)
    expect(take(fullAt, start + TOKEN).allowed).toBe(true)
  })

  it('is full again after its period, and never exceeds its count', () => {
    const later = start + 10 * 3_600_000
    let fullAt: number | null = emptied(start)
    for (let spent = 0; spent < 5; spent += 1) fullAt = take(fullAt, later).fullAt
    expect(take(fullAt, later).allowed).toBe(false)
  })

  it.each([-3_600_000, -400 * 86_400_000])(
    'blocks no caller longer than the period when the clock steps by %i ms',
    (step) => {
      const refused = take(emptied(start), start + step)
      expect(refused.wait).toBeLessThanOrEqual(3_600_000)
      expect(take(refused.fullAt, start + step + refused.wait).allowed).toBe(true)
    },
  )

  it('is full after the clock stepped far ahead', () => {
    expect(take(emptied(start), start + 400 * 86_400_000).allowed).toBe(true)
  })

  it('accepts a refund, up to its count', () => {
    const afterRefund = giveBack(emptied(start), rule, start)
    expect(take(afterRefund, start).allowed).toBe(true)
    expect(giveBack(null, rule, start)).toBe(start)
  })

  it('allows the same calls as a count of fractional tokens', () => {
    const anyRule = fc.record({ count: fc.integer({ min: 1, max: 50 }), seconds: fc.integer({ min: 1, max: 86_400 }) })
    const steps = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(anyRule, steps, (of, pauses) => {
        let now = start
        let fullAt: number | null = null
        let tokens = of.count
        for (const pause of pauses) {
          now += pause
          tokens = Math.min(of.count, tokens + (pause * of.count) / (of.seconds * 1000))
          const result = take(fullAt, now, of)
          // Differences below the rounding error are ignored.
          if (Math.abs(tokens - 1) > 1e-6) expect(result.allowed).toBe(tokens >= 1)
          if (result.allowed) tokens -= 1
          fullAt = result.fullAt
        }
      }),
      { numRuns: 10_000 },
    )
  })
})
