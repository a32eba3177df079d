import { expect, test } from 'vitest'
import { normaliseQuestion } from './normalise-question.ts'

test.each([
  ['23年以来被罚过吗', '2023年以来被罚过吗'],
  ['19年报上去的法人', '2019年报上去的法人'],
  ['19到21三年的员工数', '2019年到2021年三年的员工数'],
  ['21-23年营收', '2021年到2023年营收'],
])('writes the years of %s in full', (written, whole) => {
  expect(normaliseQuestion(written)).toBe(whole)
})

test.each(['成立23年了', '20年历史', '近10年', '合作12年', '2023年', '15年老店'])('leaves %s as it is', (written) => {
  expect(normaliseQuestion(written)).toBe(written)
})

test.each([
  ['茶姬是哪年成立的', '霸王茶姬是哪年成立的'],
  ['霸王茶姬是哪年成立的', '霸王茶姬是哪年成立的'],
])('reads the nickname in %s once', (written, whole) => {
  expect(normaliseQuestion(written)).toBe(whole)
})
