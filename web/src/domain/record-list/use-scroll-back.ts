import { useEffect, useRef } from 'react'

/** Where lists were left, by their place in the browser's history. */
const left = new Map<string, number>()

/** Puts a list that is come back to where it was left, once its rows are there. A new visit has left nothing. */
export function useScrollBack(visit: string, isReady: boolean) {
  const restored = useRef<string | null>(null)
  useEffect(() => {
    if (!isReady) return undefined
    const top = left.get(visit)
    if (restored.current !== visit && top !== undefined) window.scrollTo(0, top)
    restored.current = visit
    const remember = () => void left.set(visit, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [visit, isReady])
}
