import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, type MockInstance, vi } from 'vitest'
import { resetStores } from '../src/lib/store.ts'
import { clearSession } from '../src/platform/session/session-store.ts'
import { server } from './server.ts'

/** Observers that jsdom lacks. They never report a size or an intersection. */
class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

vi.stubGlobal('ResizeObserver', SilentObserver)
vi.stubGlobal('IntersectionObserver', SilentObserver)
vi.stubGlobal('scrollTo', () => {})
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
}))
Element.prototype.scrollTo = () => {}
Element.prototype.setPointerCapture = () => {}
Element.prototype.getAnimations = () => []

// A busy machine can be slow.
configure({ asyncUtilTimeout: 15_000 })

let reported: MockInstance | null = null

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

beforeEach(() => {
  reported = vi.spyOn(globalThis.console, 'error')
  vi.spyOn(globalThis.console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  server.resetHandlers()
  clearSession()
  resetStores()
  localStorage.clear()
  sessionStorage.clear()
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.removeAttribute('data-elder')
  const lines = reported?.mock.calls.map((call) => call.map(String).join(' ')) ?? []
  // An answer of the network arrives whenever it does, also between the last line of a test and its end.
  const reports = lines.filter((line) => !line.includes('was not wrapped in act('))
  vi.restoreAllMocks()
  // An assertion would shorten the report, and leave the name of the component out.
  if (reports.length > 0) throw new Error(`The console reports:\n${reports.join('\n')}`)
})
