import { expect, test } from 'vitest'
import { SearchUnavailable } from '../../company-search.ts'
import { createQueryGate } from './query-gate.ts'

/** A query that ends when the test ends it. */
function query() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hasBegun = false
  const run = async () => {
    hasBegun = true
    await promise
  }
  return { run, end: resolve, hasBegun: () => hasBegun }
}

test('runs so many queries at once, and the next one when one ends', async () => {
  const gate = createQueryGate({ running: 1, queueLimit: 1, maxWaitMs: 10_000 })
  const [first, second] = [query(), query()]
  const ended = Promise.all([gate.run(first.run), gate.run(second.run)])
  expect([first.hasBegun(), second.hasBegun(), gate.waiting()]).toEqual([true, false, 1])
  first.end()
  await expect.poll(second.hasBegun).toBe(true)
  second.end()
  await ended
})

test('refuses a query when too many wait', async () => {
  const gate = createQueryGate({ running: 1, queueLimit: 0, maxWaitMs: 10_000 })
  const running = query()
  const ended = gate.run(running.run)
  await expect(gate.run(query().run)).rejects.toThrow(SearchUnavailable)
  running.end()
  await ended
})

test('refuses a query that has waited too long', async () => {
  const gate = createQueryGate({ running: 1, queueLimit: 1, maxWaitMs: 1 })
  const running = query()
  const ended = gate.run(running.run)
  await expect(gate.run(query().run)).rejects.toThrow(SearchUnavailable)
  running.end()
  await ended
})

test('passes the place of a query that failed', async () => {
  const gate = createQueryGate({ running: 1, queueLimit: 1, maxWaitMs: 10_000 })
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate.run(async () => 'answer')).toBe('answer')
})
