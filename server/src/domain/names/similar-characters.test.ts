import { expect, test } from 'vitest'
import { lookAlikesOf, looksAlike } from './similar-characters.ts'

test('similarity is symmetric, and no character is similar to itself', () => {
  expect(looksAlike('己', '已')).toBe(true)
  expect(looksAlike('已', '己')).toBe(true)
  expect(looksAlike('己', '大')).toBe(false)
  expect(lookAlikesOf('己')).not.toContain('己')
  expect(lookAlikesOf('龘')).toEqual([])
})
