import type { Page } from '@playwright/test'

/** Controls of `selector` that a tap misses 21 px above or below their middle. */
export const tapTargetReport = (page: Page, selector: string) =>
  page.evaluate((targets) => {
    const missed: (string | null)[] = []
    for (const element of document.querySelectorAll(targets)) {
      if (element.getClientRects().length === 0) continue
      element.scrollIntoView({ block: 'center' })
      const { left, width, top, height } = element.getBoundingClientRect()
      const isHit = [-21, 21].every((by) => {
        const hit = document.elementFromPoint(left + Math.min(width / 2, 30), top + height / 2 + by)
        return hit !== null && element.contains(hit)
      })
      if (!isHit) missed.push(element.getAttribute('aria-label') ?? element.textContent)
    }
    return missed
  }, selector)
