import { expect, test } from 'vitest'
import { numberOf } from './numerals.ts'

test.each([
  ['5000万', 50_000_000],
  ['五千万', 50_000_000],
  ['一亿五千万', 150_000_000],
  ['1.5亿', 150_000_000],
  ['1亿2千万', 120_000_000],
  ['两千', 2000],
  ['十二', 12],
  ['三百五', 350],
  ['一万五', 15_000],
  ['二〇二三', 2023],
  ['半亿', 50_000_000],
  ['1,234', 1234],
])('reads %s as a number', (written, value) => {
  expect(numberOf(written)).toBe(value)
})
