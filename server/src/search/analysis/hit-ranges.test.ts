import { expect, test } from 'vitest'
import { rangeOfCharacters, rangesOf } from './hit-ranges.ts'

const marked = (text: string, keys: string[]) => rangesOf(text, keys).map(([from, to]) => text.slice(from, to))

test.each([
  ['演示（海边）科技', ['海边科技'], ['海边）科技']],
  ['演示（海边）科技', ['科技', '演示'], ['演示', '科技']],
  ['演示科技', ['演示', '示科'], ['演示科']],
  ['演示（海边）科技', ['演示科技'], ['演示', '科技']],
  ['演示 ＡＢ電子', ['ab电'], ['ＡＢ電']],
  ['*ST演示', ['*st演示'], ['*ST演示']],
  ['演示', ['海'], []],
])('%s, %j: %j', (text, keys, expected) => {
  expect(marked(text, keys)).toEqual(expected)
})

test('maps a range of characters of the key to the text as written', () => {
  expect(rangeOfCharacters('演（示）海边', [1, 3])).toEqual([[2, 5]])
})
