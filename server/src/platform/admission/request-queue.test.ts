import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestQueue } from './request-queue.ts'

const rule = { capacity: 3, maxWaitMs: 400, lifoAfterMs: 100 }

describe('a request queue', () => {
  it('serves the oldest request first while it is not overloaded', () => {
    const queue = createRequestQueue<string>(rule)
    for (const [at, request] of ['a', 'b', 'c'].entries()) queue.join(request, at)
    expect([queue.next(100), queue.next(100), queue.next(100), queue.next(100)]).toEqual(['a', 'b', 'c', undefined])
  })

  it('serves the newest first once a request has waited longer than the LIFO threshold', () => {
    const queue = createRequestQueue<string>(rule)
    for (const [at, request] of ['a', 'b', 'c'].entries()) queue.join(request, at)
    expect([queue.next(101), queue.next(101)]).toEqual(['c', 'b'])
  })

  it('serves the oldest first again when the long-waiting requests have left', () => {
    const queue = createRequestQueue<string>(rule)
    queue.join('a', 0)
    queue.join('b', 350)
    queue.join('c', 360)
    expect(queue.expire(400)).toEqual(['a'])
    expect([queue.next(400), queue.next(400)]).toEqual(['b', 'c'])
  })

  it('refuses requests beyond its capacity', () => {
    const queue = createRequestQueue<string>(rule)
    expect(['a', 'b', 'c', 'd'].map((request) => queue.join(request, 0))).toEqual([true, true, true, false])
    expect(queue.isFull()).toBe(true)
  })

  it('returns when the next request will have waited too long', () => {
    const queue = createRequestQueue<string>(rule)
    expect(queue.expiresAt()).toBeNull()
    queue.join('a', 7)
    queue.join('b', 9)
    expect(queue.expiresAt()).toBe(407)
    expect(queue.expire(407)).toEqual(['a'])
    expect(queue.expiresAt()).toBe(409)
  })

  it('removes every request exactly once, and none after its wait limit', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('join', 'next', 'expire'), fc.nat({ max: 150 })), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (taken) => {
        const queue = createRequestQueue<number>({ ...rule, capacity: 20 })
        const since = new Map<number, number>()
        let now = 0
        let next = 0
        const leave = (request: number) => {
          expect(since.delete(request)).toBe(true)
        }
        for (const [step, wait] of taken) {
          now += wait
          if (step === 'join' && queue.join(next, now)) since.set(next++, now)
          if (step === 'next') {
            const request = queue.next(now)
            if (request !== undefined) leave(request)
          }
          if (step === 'expire') {
            for (const request of queue.expire(now)) leave(request)
            expect([...since.values()].every((at) => now - at < rule.maxWaitMs)).toBe(true)
          }
          expect(queue.size()).toBe(since.size)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
