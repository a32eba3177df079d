import { expect, test } from 'vitest'
import { normaliseQuestion } from './normalise-question.ts'

test.each([
  ['23年以来被罚过吗', '2023年以来被罚过吗'],
  ['19年报上去的法人', '2019年报上去的法人'],
  ['19到21三年的员工数', '2019年到2021年三年的员工数'],
  ['19年末到21年末的员工', '2019年到2021年末的员工'],
  ['21-23年营收', '2021年到2023年营收'],
])('writes the years of %s in full', (written, whole) => {
  expect(normaliseQuestion(written)).toBe(whole)
})

test.each(['成立23年了', '20年历史', '近10年', '合作12年', '2023年', '15年老店'])('leaves %s as it is', (written) => {
  expect(normaliseQuestion(written)).toBe(written)
})

test.each([
  ['你好，请问一下云帆的法人，谢谢', '云帆的法人'],
  ['百言，在吗？云帆的法人，急急急，在线等', '云帆的法人'],
  ['云帆的法人，有知道的吗', '云帆的法人'],
  ['谢谢，那澜山呢', '那澜山呢'],
  ['云帆的法人😅🙏🏻', '云帆的法人'],
])('leaves out the courtesies of %s', (written, asked) => {
  expect(normaliseQuestion(written)).toBe(asked)
})

test.each(['你好', '谢谢', '你好集团的法人', '多谢演示有限公司的法人'])('reads no courtesy in %s', (written) => {
  expect(normaliseQuestion(written)).toBe(written)
})

test('begins a clause where a long sentence without signs comes to its question', () => {
  expect(normaliseQuestion('干了三年工资没发齐过你给我查查有没有官司')).toBe(
    '干了三年工资没发齐过,你给我查查有没有官司',
  )
  expect(normaliseQuestion('帮我查查云帆')).toBe('帮我查查云帆')
})

test.each([
  ['茶姬是哪年成立的', '霸王茶姬是哪年成立的'],
  ['霸王茶姬是哪年成立的', '霸王茶姬是哪年成立的'],
])('reads the nickname in %s once', (written, whole) => {
  expect(normaliseQuestion(written)).toBe(whole)
})
