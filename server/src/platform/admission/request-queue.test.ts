import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestQueue } from './request-queue.ts'

const rule = { capacity: 3, maxWaitMs: 400, lifoAfterMs: 100 }

describe('a waiting line', () => {
  it('takes the first who came while it is calm', () => {
    const line = createRequestQueue<string>(rule)
    for (const [at, who] of ['a', 'b', 'c'].entries()) line.join(who, at)
    expect([line.next(100), line.next(100), line.next(100), line.next(100)]).toEqual(['a', 'b', 'c', undefined])
  })

  it('serves the newest first once a request has waited longer than the LIFO threshold', () => {
    const line = createRequestQueue<string>(rule)
    for (const [at, who] of ['a', 'b', 'c'].entries()) line.join(who, at)
    expect([line.next(101), line.next(101)]).toEqual(['c', 'b'])
  })

  it('serves the oldest first again when the long-waiting requests have left', () => {
    const line = createRequestQueue<string>(rule)
    line.join('a', 0)
    line.join('b', 350)
    line.join('c', 360)
    expect(line.expire(400)).toEqual(['a'])
    expect([line.next(400), line.next(400)]).toEqual(['b', 'c'])
  })

  it('refuses requests beyond its capacity', () => {
    const line = createRequestQueue<string>(rule)
    expect(['a', 'b', 'c', 'd'].map((who) => line.join(who, 0))).toEqual([true, true, true, false])
    expect(line.isFull()).toBe(true)
  })

  it('returns when the next request will have waited too long', () => {
    const line = createRequestQueue<string>(rule)
    expect(line.expiresAt()).toBeNull()
    line.join('a', 7)
    line.join('b', 9)
    expect(line.expiresAt()).toBe(407)
    expect(line.expire(407)).toEqual(['a'])
    expect(line.expiresAt()).toBe(409)
  })

  it('removes every request exactly once, and none after its wait limit', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('join', 'next', 'expire'), fc.nat({ max: 150 })), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (taken) => {
        const line = createRequestQueue<number>({ ...rule, capacity: 20 })
        const since = new Map<number, number>()
        let now = 0
        let next = 0
        const leave = (who: number) => {
          expect(since.delete(who)).toBe(true)
        }
        for (const [step, wait] of taken) {
          now += wait
          if (step === 'join' && line.join(next, now)) since.set(next++, now)
          if (step === 'next') {
            const who = line.next(now)
            if (who !== undefined) leave(who)
          }
          if (step === 'expire') {
            for (const who of line.expire(now)) leave(who)
            expect([...since.values()].every((at) => now - at < rule.maxWaitMs)).toBe(true)
          }
          expect(line.size()).toBe(since.size)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
