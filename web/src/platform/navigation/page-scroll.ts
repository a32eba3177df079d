import { useLayoutEffect } from 'react'
import type { Location } from 'react-router'
import type { HistoryAction, Router } from '../../lib/router/create-router.ts'

/** Options for a replace within a page, such as selecting a tab: keeps the scroll position. */
export const keepScroll = { replace: true, state: { keepScroll: true } } as const

/** Whether a location was opened with `keepScroll`. */
export function keepsScroll(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true
}

/** Scroll positions by location key. */
const positions = new Map<string, number>()

/** Events of a user who moves the page. */
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to `goal`, again whenever the page grows: its data may arrive later. Ends when the goal is reached, when the
 * user moves the page, or when the caller calls the returned function. `onEnd` is called at the end.
 */
function scrollBack(goal: number, onEnd: () => void): () => void {
  const observer = new ResizeObserver(approach)
  function end() {
    observer.disconnect()
    for (const type of inputs) window.removeEventListener(type, end)
    onEnd()
  }
  function approach() {
    window.scrollTo(0, goal)
    if (window.scrollY >= goal - 1) end()
  }
  observer.observe(document.body)
  for (const type of inputs) window.addEventListener(type, end, { passive: true })
  approach()
  return end
}

/**
 * Restores the position on going back, and scrolls to the top of any other page (DESIGN §9), unless it was opened with
 * `keepScroll`. Saves the position when the router navigates, while the page that the user leaves still shows: reading it
 * on every scroll event would force a layout per frame.
 */
export function usePageScroll({ key, state }: Location, kind: HistoryAction, subscribe: Router['subscribe']) {
  useLayoutEffect(() => {
    const goal = kind === 'POP' ? (positions.get(key) ?? 0) : 0
    let isRestoring = goal > 0
    let endRestoring = () => {}
    if (isRestoring) {
      endRestoring = scrollBack(goal, () => {
        isRestoring = false
      })
    } else if (kind === 'POP' || !keepsScroll(state)) {
      window.scrollTo(0, 0)
    }
    const unsubscribe = subscribe(() => {
      if (!isRestoring) positions.set(key, window.scrollY)
    })
    return () => {
      endRestoring()
      unsubscribe()
    }
  }, [key, kind, state, subscribe])
}
