import { expect, test } from 'vitest'
import { headcountOf, newestHeadcount } from './headcount.ts'

test.each([
  ['50-99人', 50],
  ['１００－４９９ 人', 100],
  ['1,000人以上', 1000],
  ['少于50人', 0],
  ['50人以下', 0],
  ['120', 120],
  ['微型', null],
  [null, null],
])('reads %s as at least %s people', (text, people) => {
  expect(headcountOf(text)).toBe(people)
})

test('takes the newest year, of one year the first, and a number without a year last', () => {
  expect(newestHeadcount([])).toBeNull()
  expect(
    newestHeadcount([
      { year: null, people: 9 },
      { year: 2023, people: 1 },
      { year: 2024, people: 2 },
      { year: 2024, people: 3 },
    ]),
  ).toBe(2)
  expect(newestHeadcount([{ year: null, people: 9 }])).toBe(9)
})
