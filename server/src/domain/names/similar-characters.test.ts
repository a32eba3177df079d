import { expect, test } from 'vitest'
import { looksAlike } from './similar-characters.ts'

test('similarity is symmetric, and a character without a group is similar to none', () => {
  expect(looksAlike('己', '已')).toBe(true)
  expect(looksAlike('已', '己')).toBe(true)
  expect(looksAlike('己', '大')).toBe(false)
  expect(looksAlike('龘', '大')).toBe(false)
})
