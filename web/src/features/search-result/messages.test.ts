import { expect, it } from 'vitest'
import { quotedKeyword } from './no-results.tsx'

it('a sentence quotes up to twenty characters of a keyword', () => {
  expect(quotedKeyword('演'.repeat(20))).toBe('演'.repeat(20))
  expect(quotedKeyword('𠮷'.repeat(21))).toBe(`${'𠮷'.repeat(20)}…`)
})
