import { describe, expect, it } from 'vitest'
import { createPlaceholderColours, PLACEHOLDER_HUES, placeholderCharacters } from './placeholder-colour.ts'

describe('placeholder colours', () => {
  it('draws a hue once per company and keeps it', () => {
    const draws = [0, 0.95, 0.5]
    const colourOf = createPlaceholderColours(() => draws.shift() ?? 0)
    expect(colourOf('a')).toBe('var(--ph-1)')
    expect(colourOf('b')).toBe('var(--ph-10)')
    expect(colourOf('a')).toBe('var(--ph-1)')
    expect(draws).toEqual([0.5])
  })

  it('uses only the ten hues', () => {
    for (const value of [0, 0.0999, 0.1, 0.5, 0.999_999]) {
      const hue = Number(/\d+/.exec(createPlaceholderColours(() => value)('x'))?.[0])
      expect(hue).toBeGreaterThanOrEqual(1)
      expect(hue).toBeLessThanOrEqual(PLACEHOLDER_HUES)
    }
  })
})

describe('placeholder characters', () => {
  it.each([
    ['澜山演示贸易有限公司', '澜山演示'],
    ['（演示）澜山', '演示澜山'],
    ['TCL科技集团', 'TCL科'],
    ['澜山', '澜山'],
    ['\u202e澜 山\u200f演示', '澜山演示'],
    ['𠮷野演示', '𠮷野演示'],
    ['😀😀', '😀😀'],
    ['', ''],
  ])('takes four characters of %j', (name, expected) => {
    expect(placeholderCharacters(name).join('')).toBe(expected)
  })
})
