import { expect, test } from 'vitest'
import { PLACEHOLDER_HUES, placeholderColour } from './placeholder-colour.ts'

const ids = Array.from({ length: 1_000 }, (_, number) => `c-${number}`)

test('the colour of a placeholder depends on the company id alone', () => {
  expect(placeholderColour('4f1c2a9e')).toBe('var(--ph-5)')
  expect(placeholderColour('c-1')).toBe('var(--ph-3)')
})

test('the companies share the ten hues about evenly', () => {
  const counts = new Map<string, number>()
  for (const colour of ids.map(placeholderColour)) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  expect([...counts.keys()].toSorted()).toEqual(
    Array.from({ length: PLACEHOLDER_HUES }, (_, hue) => `var(--ph-${hue + 1})`).toSorted(),
  )
  for (const count of counts.values()) expect(count).toBeGreaterThan(50)
})
