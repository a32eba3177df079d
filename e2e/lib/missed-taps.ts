import type { Page } from '@playwright/test'

/** Controls of `selector` that a tap misses 21 px above or below their middle. */
export const missedTaps = (page: Page, selector: string) =>
  page.evaluate((targets) => {
    const isHit = (element: Element) => {
      element.scrollIntoView({ block: 'center' })
      const { left, width, top, height } = element.getBoundingClientRect()
      return [-21, 21].every((by) => {
        const hit = document.elementFromPoint(left + Math.min(width / 2, 30), top + height / 2 + by)
        return hit !== null && (element === hit || element.contains(hit))
      })
    }
    return [...document.querySelectorAll(targets)]
      .filter((element) => element.getClientRects().length > 0 && !isHit(element))
      .map((element) => element.getAttribute('aria-label') ?? element.textContent)
  }, selector)
