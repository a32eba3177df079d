import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Beyond WCAG AA: what the mobile audit counts, and a page without a name. */
const alsoHeld = ['target-size', 'heading-order', 'empty-heading', 'page-has-heading-one']

async function expectAccessibleNow(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // We show no frames: without looking for them it takes half the time.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .options({ rules: Object.fromEntries(alsoHeld.map((rule) => [rule, { enabled: true }])) })
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  expect(found, where).toEqual([])
}

/** In light and in dark. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessibleNow(page, `${where} ${colorScheme}`)
  }
}

/** Nothing stands outside the screen to the right, on screens of these widths. */
export async function expectToFit(page: Page, where: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 812 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${where} ${width}`).toBe(0)
  }
}
