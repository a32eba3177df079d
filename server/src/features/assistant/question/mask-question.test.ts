import { expect, test } from 'vitest'
import { maskQuestion } from './mask-question.ts'

test.each([
  ['13800000000是哪家公司的', '138****0000是哪家公司的'],
  ['手机 138 0000 0000', '手机 138****0000'],
  ['１３８００００００００', '138****0000'],
  ['1-3-8-0-0-0-0-0-0-0-0', '138****0000'],
  ['一三八〇〇〇〇〇〇〇〇', '138****0000'],
  ['幺三八零零零零零零零零', '138****0000'],
])('masks the mobile number of %s', (question, masked) => {
  expect(maskQuestion(question)).toBe(masked)
})

test('masks identity numbers and keeps credit codes', () => {
  expect(maskQuestion('110101199001011234是谁')).toBe('110101********1234是谁')
  expect(maskQuestion('91990001MA0TE5T16H的法人')).toBe('91990001MA0TE5T16H的法人')
})

test('keeps amounts, years and stock codes', () => {
  const question = '600519在2023年的注册资本是1256197800元吗'
  expect(maskQuestion(question)).toBe(question)
})
