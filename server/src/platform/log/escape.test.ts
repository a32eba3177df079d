import { expect, it } from 'vitest'
import { escapeForTerminal } from './escape.ts'

it.each([
  ['\u001b[2J', '\\u001b[2J'],
  ['甲\n乙', '甲\\u000a乙'],
  ['a\u202eb', 'a\\u202eb'],
  ['a\u2066b\u0085', 'a\\u2066b\\u0085'],
  ['<b>演示</b> 👍', '<b>演示</b> 👍'],
])('%j is printed as one harmless line', (text, printed) => {
  expect(escapeForTerminal(text)).toBe(printed)
})
