import { useEffect, useState } from 'react'

/** Whether the page is scrolled by more than `threshold` px. */
export function useScrolledPast(threshold: number): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    const follow = () => setIsPast(window.scrollY > threshold)
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [threshold])
  return isPast
}
