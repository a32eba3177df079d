import { type RefObject, useEffect, useState } from 'react'

/** Height of the top bar in px at the user's font size. */
const barHeight = () => {
  const root = getComputedStyle(document.documentElement)
  return 3 * (Number.parseFloat(root.fontSize) || 16)
}

/** Whether an element has scrolled out of view below the top bar. */
export function useIsScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [isScrolledPast, setIsScrolledPast] = useState(false)
  useEffect(() => {
    if (element.current === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry !== undefined) setIsScrolledPast(!entry.isIntersecting && entry.boundingClientRect.top < 0)
      },
      { rootMargin: `-${barHeight()}px 0px 0px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isScrolledPast
}
