import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react'

/** Display time of a banner (SPEC §9). */
const AUTOPLAY_MS = 3000

const wantsStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Calls `advance` every 3 s when there is more than one item. A touch stops it permanently; focus and a hidden window
 * pause it; with reduced motion it never starts.
 */
export function useAutoplay(count: number, advance: () => void) {
  const [isStopped, setIsStopped] = useState(wantsStillness)
  const [isFocused, setIsFocused] = useState(false)
  const isRunning = count > 1 && !isStopped && !isFocused
  const step = useEffectEvent(() => {
    if (document.visibilityState === 'visible') advance()
  })

  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => step(), AUTOPLAY_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  return {
    stop: () => setIsStopped(true),
    pauseOnFocus: {
      onFocus: () => setIsFocused(true),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsFocused(false)
      },
    },
  }
}
