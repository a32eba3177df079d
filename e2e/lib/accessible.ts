import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Beyond WCAG AA: what the mobile audit counts, and a page without a name. */
const alsoHeld = ['target-size', 'heading-order', 'empty-heading', 'page-has-heading-one']

export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .options({ rules: Object.fromEntries(alsoHeld.map((rule) => [rule, { enabled: true }])) })
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  expect(found, where).toEqual([])
}

/** Nothing stands outside the screen to the right. */
export async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, where).toBe(0)
}
