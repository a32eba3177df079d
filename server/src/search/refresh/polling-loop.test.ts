import { expect, it, onTestFinished, vi } from 'vitest'
import { type PollResult, startPollingLoop } from './polling-loop.ts'

type Polls = (isRequested: boolean, count: number) => PollResult | Promise<PollResult>

function open(polls: Polls, everyMs = Number.POSITIVE_INFINITY) {
  const failures: unknown[] = []
  const polled: boolean[] = []
  const loop = startPollingLoop({
    poll: async (isRequested) => {
      polled.push(isRequested)
      return polls(isRequested, polled.length)
    },
    everyMs,
    onFailure: (error) => failures.push(error),
  })
  onTestFinished(() => loop.close())
  return { loop, failures, polled }
}

it('polls at once, and then only on request', async () => {
  const { loop, polled } = open(() => 'done')
  await loop.runNow()
  await loop.runNow()
  expect(polled.length).toBeGreaterThanOrEqual(2)
  expect(polled.length).toBeLessThanOrEqual(3)
  expect(polled.at(-1)).toBe(true)
})

it('continues while there is more, and resolves a request when everything is done', async () => {
  const { loop, polled } = open((_isAsked, count) => (count < 5 ? 'more' : 'done'))
  await loop.runNow()
  expect(polled.length).toBeGreaterThanOrEqual(5)
})

it('keeps a request waiting while the work is blocked', async () => {
  const { promise: asking, resolve: reach } = Promise.withResolvers<void>()
  let isThere = false
  const { loop } = open((isRequested) => {
    if (isRequested) reach()
    return isThere ? 'done' : 'blocked'
  })
  const finished = loop.runNow()
  await asking
  isThere = true
  loop.wake()
  await finished
})

it('serves a request made during a poll with the next one', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { loop, polled } = open(async (): Promise<PollResult> => {
    reach()
    await released
    return 'done'
  })
  await reached
  const finished = loop.runNow()
  release()
  await finished
  expect(polled).toEqual([false, true])
})

it('reports a failure to the request and to onFailure, and retries on the next request', async () => {
  const { loop, failures } = open((isRequested, count) => {
    if (isRequested && count < 3) throw new Error('away')
    return 'done'
  })
  await expect(loop.runNow()).rejects.toThrow('away')
  await loop.runNow()
  expect(failures).toHaveLength(1)
})

it('polls at intervals, and less often after failures', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { polled } = open((_isAsked, count) => {
    if (count > 3) throw new Error('away')
    return 'done'
  }, 1000)
  await vi.advanceTimersByTimeAsync(2500)
  expect(polled).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polled.length).toBeLessThan(12)
})

it('rejects waiting requests on closing, and resolves later ones', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { loop } = open(async (): Promise<PollResult> => {
    await released
    return 'blocked'
  })
  const finished = loop.runNow().catch((error: unknown) => error)
  const closed = loop.close()
  release()
  await closed
  expect(await finished).toBeInstanceOf(Error)
  await expect(loop.runNow()).resolves.toBeUndefined()
})
