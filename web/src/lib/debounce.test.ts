import { expect, test, vi } from 'vitest'
import { debounceClick } from './debounce.ts'

test('a tap runs at once; a second one within 1000 ms is ignored', () => {
  const run = vi.fn()
  let time = 0
  const tap = debounceClick(run, () => time)
  tap()
  time = 999
  tap()
  expect(run).toHaveBeenCalledTimes(1)
  time = 1000
  tap()
  expect(run).toHaveBeenCalledTimes(2)
})
