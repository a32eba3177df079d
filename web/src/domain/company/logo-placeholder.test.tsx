import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LogoPlaceholder } from './logo-placeholder.tsx'

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
