import { type RefObject, useEffect, useState } from 'react'

/** Height of a band of a picture. CSS px at rest. */
export const BAND = 600
/** Beyond the screen, so that a quick drag meets no gap. CSS px. */
const MARGIN = 400

/** Bands of a picture that are on or near the screen, by its elements with `data-band`; null: all, as before the first observation. */
export function useVisibleBands(
  picture: RefObject<HTMLElement | null>,
  /** 0: the picture is small enough to be drawn whole. */
  count: number,
): ReadonlySet<number> | null {
  const [bands, setBands] = useState<ReadonlySet<number> | null>(null)
  useEffect(() => {
    if (picture.current === null || count === 0) return undefined
    const observer = new IntersectionObserver(
      (entries) =>
        setBands((before) => {
          const now = new Set(before ?? [])
          for (const { target, isIntersecting } of entries) {
            const band = Number(target.getAttribute('data-band'))
            if (isIntersecting) now.add(band)
            else now.delete(band)
          }
          return now
        }),
      { rootMargin: `${MARGIN}px` },
    )
    for (const element of picture.current.querySelectorAll('[data-band]')) observer.observe(element)
    return () => observer.disconnect()
  }, [picture, count])
  return count === 0 ? null : bands
}
