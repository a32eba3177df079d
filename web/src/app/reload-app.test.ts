import { expect, onTestFinished, test, vi } from 'vitest'
import { reloadOnPreloadError } from './reload-app.ts'

function fail(): Event {
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  return event
}

function listen(reloads: boolean) {
  const time = { now: 1_000_000 }
  const reload = vi.fn(async () => reloads)
  onTestFinished(reloadOnPreloadError({ reload, now: () => time.now }))
  return { reload, time }
}

test('shows the error page for a page that fails to load, and reloads the app once', async () => {
  const { reload, time } = listen(true)
  expect(fail().defaultPrevented).toBe(false)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), 20_000)
  time.now += 1000
  fail()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('reloads again for a later release', async () => {
  const { reload, time } = listen(true)
  fail()
  time.now += 60_000
  fail()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2), 20_000)
})

test('does not count a reload that the server did not answer', async () => {
  const { reload } = listen(false)
  fail()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), 20_000)
  await reload.mock.results[0]?.value
  fail()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2), 20_000)
})

test.each([
  ['storage throws', new DOMException('refused', 'SecurityError')],
  ['storage is full', new DOMException('full', 'QuotaExceededError')],
])('never reloads where no mark can be kept: %s', async (_name, refusal) => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw refusal
  })
  const { reload } = listen(true)
  fail()
  await Promise.resolve()
  expect(reload).not.toHaveBeenCalled()
})

test('never reloads where storage forgets what is written', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {})
  const { reload } = listen(true)
  fail()
  await Promise.resolve()
  expect(reload).not.toHaveBeenCalled()
})
