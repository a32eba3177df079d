import { useEffect, useLayoutEffect, useRef } from 'react'

/** Where lists were left, by their place in the browser's history. */
const left = new Map<string, number>()

/** Puts a list that is come back to where it was left, once its rows are there. A new visit has left nothing. */
export function useScrollBack(visit: string, isReady: boolean) {
  const goal = useRef<number | undefined>(undefined)

  // Before the shell goes to the top, and ends before it does so for the next page: neither is where the reader was.
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
