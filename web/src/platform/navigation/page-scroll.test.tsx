import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { HistoryAction, Router } from '../../lib/router/create-router.ts'
import { usePageScroll } from './page-scroll.ts'

/** Scroll position of the window, limited by the height of the page. */
let position = 0
let limit = 0
let grow = () => {}
let pages = 0

beforeEach(() => {
  position = 0
  limit = 2000
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => position)
  vi.spyOn(window, 'scrollTo').mockImplementation((_x, y) => {
    position = Math.min(y, limit)
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        grow = callback
      }
      observe() {}
      disconnect() {
        grow = () => {}
      }
    },
  )
})

type Visit = { key: string; kind: HistoryAction; state?: unknown }

/** Opens a page. The returned function navigates to another. */
function visit(first: Visit) {
  const listeners = new Set<() => void>()
  const subscribe: Router['subscribe'] = (listener) => {
    const notify = () => listener({ location: locationOf(first), historyAction: 'PUSH', content: null }, false)
    listeners.add(notify)
    return () => listeners.delete(notify)
  }
  const { rerender } = renderHook((shown: Visit) => usePageScroll(locationOf(shown), shown.kind, subscribe), {
    initialProps: first,
  })
  return (next: Visit) => {
    for (const notify of Array.from(listeners)) notify()
    rerender(next)
  }
}

const locationOf = ({ key, state = null }: Visit) => ({ pathname: '/', search: '', hash: '', key, state })

const scroll = (to: number) => {
  position = to
}

const newKey = () => `page-${(pages += 1)}`

/** Leaves a page at 640 and returns to it when it is only `height` tall. */
function comeBack(height: number) {
  const key = newKey()
  const open = visit({ key, kind: 'PUSH' })
  scroll(640)
  open({ key: newKey(), kind: 'PUSH' })
  limit = height
  open({ key, kind: 'POP' })
  return { key, open }
}

test.each(['PUSH', 'REPLACE'] as const)('a %s begins at the top', (kind) => {
  const open = visit({ key: newKey(), kind: 'PUSH' })
  scroll(640)
  open({ key: newKey(), kind })
  expect(position).toBe(0)
})

test('going back restores the position', () => {
  comeBack(2000)
  expect(position).toBe(640)
})

test('going back to a page whose data arrive later restores the position when it has grown', () => {
  comeBack(100)
  limit = 400
  grow()
  expect(position).toBe(400)
  limit = 2000
  grow()
  expect(position).toBe(640)
  position = 700
  grow()
  expect(position).toBe(700)
})

test('the user’s own scrolling ends the restoration', () => {
  comeBack(100)
  window.dispatchEvent(new Event('touchstart'))
  scroll(50)
  limit = 2000
  grow()
  expect(position).toBe(50)
})

test('a page left before it has grown keeps the position to restore', () => {
  const { key, open } = comeBack(100)
  scroll(100)
  limit = 2000
  open({ key: newKey(), kind: 'PUSH' })
  open({ key, kind: 'POP' })
  expect(position).toBe(640)
})

test.each(['PUSH', 'REPLACE'] as const)(
  'a %s with keepScroll keeps the position, and going back to it restores it',
  (kind) => {
    const key = newKey()
    const open = visit({ key: newKey(), kind: 'PUSH' })
    scroll(640)
    open({ key, kind, state: { keepScroll: true } })
    expect(position).toBe(640)
    open({ key: newKey(), kind: 'PUSH' })
    expect(position).toBe(0)
    open({ key, kind: 'POP', state: { keepScroll: true } })
    expect(position).toBe(640)
  },
)
