import { expect, it, onTestFinished, vi } from 'vitest'
import { startPollingLoop, type TurnEnd } from './polling-loop.ts'

type Turns = (isAsked: boolean, turn: number) => TurnEnd | Promise<TurnEnd>

function open(turns: Turns, every = Number.POSITIVE_INFINITY) {
  const failures: unknown[] = []
  const taken: boolean[] = []
  const loop = startPollingLoop({
    turn: async (isAsked) => {
      taken.push(isAsked)
      return turns(isAsked, taken.length)
    },
    every,
    onFailure: (error) => failures.push(error),
  })
  onTestFinished(() => loop.close())
  return { loop, failures, taken }
}

it('takes a turn at once, and then only when asked', async () => {
  const { loop, taken } = open(() => 'done')
  await loop.ask()
  await loop.ask()
  expect(taken.length).toBeGreaterThanOrEqual(2)
  expect(taken.length).toBeLessThanOrEqual(3)
  expect(taken.at(-1)).toBe(true)
})

it('goes on while there is more, and resolves who asked when all is done', async () => {
  const { loop, taken } = open((_isAsked, turn) => (turn < 5 ? 'more' : 'done'))
  await loop.ask()
  expect(taken.length).toBeGreaterThanOrEqual(5)
})

it('keeps who asked waiting while what is left waits for something else', async () => {
  const { promise: asking, resolve: reach } = Promise.withResolvers<void>()
  let isThere = false
  const { loop } = open((isAsked) => {
    if (isAsked) reach()
    return isThere ? 'done' : 'waits'
  })
  const asked = loop.ask()
  await asking
  isThere = true
  loop.ring()
  await asked
})

it('a question during a turn is answered by the next', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { loop, taken } = open(async (): Promise<TurnEnd> => {
    reach()
    await released
    return 'done'
  })
  await reached
  const asked = loop.ask()
  release()
  await asked
  expect(taken).toEqual([false, true])
})

it('a failure is told to who asked and to whoever watches, and the next question is tried again', async () => {
  const { loop, failures } = open((isAsked, turn) => {
    if (isAsked && turn < 3) throw new Error('away')
    return 'done'
  })
  await expect(loop.ask()).rejects.toThrow('away')
  await loop.ask()
  expect(failures).toHaveLength(1)
})

it('takes turns by itself at intervals, less often after failures', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { taken } = open((_isAsked, turn) => {
    if (turn > 3) throw new Error('away')
    return 'done'
  }, 1000)
  await vi.advanceTimersByTimeAsync(2500)
  expect(taken).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(taken.length).toBeLessThan(12)
})

it('who asks when it ends is refused, and afterwards there is nothing to wait for', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { loop } = open(async (): Promise<TurnEnd> => {
    await released
    return 'waits'
  })
  const asked = loop.ask().catch((error: unknown) => error)
  const closed = loop.close()
  release()
  await closed
  expect(await asked).toBeInstanceOf(Error)
  await expect(loop.ask()).resolves.toBeUndefined()
})
