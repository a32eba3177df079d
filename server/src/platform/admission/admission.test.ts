import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAdmission, createRequestQueue, Overloaded } from './admission.ts'

/** Work that runs until `end` is called. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { run: () => promise, end: () => resolve('done') }
}

const patient = { maxWaitMs: 60_000, lifoAfterMs: 60_000 }

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('admission', () => {
  it('runs requests up to its limit and starts the others in order of arrival', async () => {
    const admission = createAdmission({ running: 1, waiting: { capacity: 5, maxWaitMs: 60_000, lifoAfterMs: 60_000 } })
    const first = openWork()
    const order: string[] = []
    const answers = [
      admission.run(first.run),
      admission.run(async () => order.push('second')),
      admission.run(async () => order.push('third')),
    ]
    expect(admission.state()).toEqual({ running: 1, waiting: 2 })
    first.end()
    await Promise.all(answers)
    expect(order).toEqual(['second', 'third'])
    expect(admission.state()).toEqual({ running: 0, waiting: 0 })
  })

  it('refuses at once when the queue is full, without starting the work', async () => {
    const admission = createAdmission({ running: 1, waiting: { capacity: 1, maxWaitMs: 60_000, lifoAfterMs: 60_000 } })
    const [running, waiting] = [openWork(), openWork()]
    const accepted = [admission.run(running.run), admission.run(waiting.run)]
    expect(admission.isFull()).toBe(true)
    let started = false
    const refused = admission.run(async () => {
      started = true
    })
    await expect(refused).rejects.toBeInstanceOf(Overloaded)
    expect(started).toBe(false)
    running.end()
    waiting.end()
    await Promise.all(accepted)
  })

  it('refuses a request that has waited too long, and removes it from the queue', async () => {
    const admission = createAdmission({ running: 1, waiting: { capacity: 1, maxWaitMs: 1, lifoAfterMs: 60_000 } })
    const running = openWork()
    const accepted = admission.run(running.run)
    await expect(admission.run(async () => 'late')).rejects.toBeInstanceOf(Overloaded)
    running.end()
    await accepted
    expect(await admission.run(async () => 'next')).toBe('next')
  })

  it('releases the slot when the work fails', async () => {
    const admission = createAdmission({ running: 1, waiting: { capacity: 0, maxWaitMs: 1, lifoAfterMs: 60_000 } })
    await expect(admission.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await admission.run(async () => 'next')).toBe('next')
  })

  it('starts so many requests per turn of the event loop; the others wait or are refused', async () => {
    const admission = createAdmission({ running: 9, waiting: { ...patient, capacity: 3 }, startsPerTurn: 2 })
    const started: number[] = []
    const work = (request: number) => admission.run(async () => void started.push(request))
    const answers = Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(work))
    expect({ started: [...started], waiting: admission.state().waiting }).toEqual({ started: [1, 2], waiting: 3 })
    const refused = (await answers).map(({ status }, at) => (status === 'rejected' ? at + 1 : 0)).filter(Boolean)
    expect(refused).toEqual([6, 7])
    expect(started).toEqual([1, 2, 3, 4, 5])
  })

  it('starts nothing in a turn that it yields, and goes on in the next', async () => {
    const admission = createAdmission({ running: 9, waiting: { ...patient, capacity: 9 }, startsPerTurn: 2 })
    const order: string[] = []
    admission.yieldTurn()
    const answer = admission.run(async () => order.push('request'))
    await nextTurn()
    order.push('read')
    await answer
    expect(order).toEqual(['read', 'request'])
  })
})

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
