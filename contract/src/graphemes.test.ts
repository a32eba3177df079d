import { expect, it } from 'vitest'
import { countGraphemes } from './graphemes.ts'

it.each([
  ['', 0],
  ['反馈', 2],
  ['👩🏽‍💻', 1],
  ['👨‍👩‍👧‍👦好', 2],
  ['é', 1],
  ['🇨🇳🇨🇳', 2],
  ['\r\n', 1],
  ['𠮷野', 2],
])('counts the characters of %j as a person does', (text, count) => {
  expect(countGraphemes(text)).toBe(count)
})
