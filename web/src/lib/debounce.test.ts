import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounce, debounceClick } from './debounce.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('only the last call runs, 300 ms after it', () => {
  const run = vi.fn()
  const typed = debounce(run)
  typed('比')
  vi.advanceTimersByTime(299)
  typed('比亚')
  vi.advanceTimersByTime(299)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run.mock.calls).toEqual([['比亚']])
})

test('a cancelled call never runs', () => {
  const run = vi.fn()
  const typed = debounce(run)
  typed()
  typed.cancel()
  vi.advanceTimersByTime(1000)
  expect(run).not.toHaveBeenCalled()
})

test('a tap runs at once, a second one within 1000 ms is ignored', () => {
  const run = vi.fn()
  let time = 0
  const tap = debounceClick(run, undefined, () => time)
  tap()
  time = 999
  tap()
  expect(run).toHaveBeenCalledTimes(1)
  time = 1000
  tap()
  expect(run).toHaveBeenCalledTimes(2)
})
