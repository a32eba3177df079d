import { afterEach, expect, it, vi } from 'vitest'
import { createLogger } from '../platform/log/logger.ts'
import { createStop } from './stop-on-signals.ts'

function openStop() {
  const { promise: closed, resolve: finishClosing, reject: failClosing } = Promise.withResolvers<void>()
  const { promise: exited, resolve } = Promise.withResolvers<number>()
  const exits: number[] = []
  let closings = 0
  const logged: string[] = []
  const clock = { time: 5_000 }
  const stop = createStop({
    close: () => {
      closings += 1
      return closed
    },
    exit: (code) => {
      exits.push(code)
      resolve(code)
    },
    now: () => clock.time,
    log: createLogger('error', (line) => logged.push(line)),
  })
  return { stop, exits, exited, logged, clock, finishClosing, failClosing, closings: () => closings }
}

afterEach(() => {
  vi.useRealTimers()
})

it('closes at the first signal, and exits when it has closed', async () => {
  const { stop, exits, exited, finishClosing } = openStop()
  stop()
  expect(exits).toEqual([])
  finishClosing()
  expect(await exited).toBe(0)
})

it('treats the signal of the process group and the forwarded one as one', async () => {
  const { stop, exits, exited, clock, finishClosing, closings } = openStop()
  stop()
  clock.time += 999
  stop()
  expect({ exits, closings: closings() }).toEqual({ exits: [], closings: 1 })
  finishClosing()
  expect(await exited).toBe(0)
})

it('exits immediately at a signal a second after the first', () => {
  const { stop, exits, clock } = openStop()
  stop()
  clock.time += 1_000
  stop()
  expect(exits).toEqual([1])
})

it('exits with a failure and logs it when closing takes 9 s', () => {
  vi.useFakeTimers()
  const { stop, exits, logged } = openStop()
  stop()
  vi.advanceTimersByTime(8_999)
  expect(exits).toEqual([])
  vi.advanceTimersByTime(1)
  expect(exits).toEqual([1])
  expect(logged.join('')).toContain('stop-timed-out')
})

it('exits with a failure and logs it when closing fails', async () => {
  const { stop, exited, logged, failClosing } = openStop()
  stop()
  failClosing(new Error('the disk is full'))
  expect(await exited).toBe(1)
  expect(logged.join('')).toContain('the disk is full')
})
