import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Rules beyond WCAG AA: those that Lighthouse counts on mobile, and a level-one heading on every page. */
const extraRules = ['target-size', 'heading-order', 'empty-heading', 'page-has-heading-one']

async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // The pages have no frames; skipping the search for them halves the time.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .options({ rules: Object.fromEntries(extraRules.map((rule) => [rule, { enabled: true }])) })
    .analyze()
  const problems = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  )
  expect(problems, where).toEqual([])
}

/** Waits for every finite animation and transition: a page that fades in, or between two schemes, has too little contrast. */
const endAnimations = (page: Page) =>
  page.evaluate(async () => {
    const endsBySelf = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const animations = document.getAnimations().filter(endsBySelf)
    await Promise.allSettled(animations.map(({ finished }) => finished))
  })

/** Expects no accessibility violation in the light and in the dark colour scheme. `where` heads the failure. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await endAnimations(page)
    await expectNoViolations(page, `${where} ${colorScheme}`)
  }
}

/** Expects no horizontal overflow at each of the viewport widths, in CSS pixels. */
export async function expectToFit(page: Page, where: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 812 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${where} ${width}`).toBe(0)
  }
}
