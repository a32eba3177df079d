import { expect, onTestFinished, test, vi } from 'vitest'
import { reloadOnPreloadError } from './preload-error.ts'

function fail(): Event {
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  return event
}

test('a page that cannot be fetched reloads the app once; soon after, the failure is thrown', () => {
  const reload = vi.fn()
  let time = 1_000_000
  onTestFinished(reloadOnPreloadError({ reload, now: () => time }))
  expect(fail().defaultPrevented).toBe(true)
  expect(reload).toHaveBeenCalledTimes(1)
  time += 1000
  expect(fail().defaultPrevented).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a later release is fetched again', () => {
  const reload = vi.fn()
  let time = 1_000_000
  onTestFinished(reloadOnPreloadError({ reload, now: () => time }))
  fail()
  time += 60_000
  expect(fail().defaultPrevented).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})
