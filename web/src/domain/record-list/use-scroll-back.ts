import { useEffect, useLayoutEffect, useRef } from 'react'

/** Scroll positions by location key. */
const left = new Map<string, number>()

/** Restores the scroll position of a list when the user comes back to it and its rows are loaded. */
export function useScrollBack(visit: string, isReady: boolean) {
  const goal = useRef<number | undefined>(undefined)

  // Runs before the shell scrolls to the top, and unsubscribes before it does so for the next page: neither position is
  // the reader's.
  useLayoutEffect(() => {
    goal.current = left.get(visit)
    const saveScroll = () => void left.set(visit, window.scrollY)
    window.addEventListener('scroll', saveScroll, { passive: true })
    return () => window.removeEventListener('scroll', saveScroll)
  }, [visit])

  useEffect(() => {
    if (!isReady || goal.current === undefined) return
    window.scrollTo(0, goal.current)
    goal.current = undefined
  }, [isReady])
}
