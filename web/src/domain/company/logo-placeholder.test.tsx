import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LogoPlaceholder, PLACEHOLDER_HUES, placeholderColour } from './logo-placeholder.tsx'

const shown = (logoText: string, size: 'sm' | 'md' | 'lg') => {
  const { container } = render(
    <LogoPlaceholder company={{ id: 'c-1', name: '演示', logo: null, logoText }} size={size} />,
  )
  return container.firstElementChild
}

test.each([
  ['兆云示', 'lg', true],
  ['TCL', 'sm', true],
  ['TCL', 'md', true],
  ['TCL', 'lg', true],
  ['兆云示', 'sm', false],
  ['兆云示', 'md', false],
  ['澜山演示', 'lg', false],
  ['3M演示', 'sm', false],
  ['兆云', 'lg', false],
] as const)('%s in the logo %s stands in one row of its own size: %s', (text, size, isOneRow) => {
  const logo = shown(text, size)
  expect(logo?.textContent).toBe(text)
  expect(/\b_?row/.test(logo?.className ?? '')).toBe(isOneRow)
})

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
