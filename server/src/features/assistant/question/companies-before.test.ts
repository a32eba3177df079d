import { expect, test } from 'vitest'
import { companiesBefore, oneOfSeveral, pointedCompany } from './companies-before.ts'

const turn = (...names: string[]) => ({
  companies: names.map((name) => ({ id: name, name, isDemo: true })),
})
const earlier = [turn('丙'), turn('甲', '乙'), turn(), turn('甲')]
const namesBefore = (refersTo: number | 'several' | null) => companiesBefore(earlier, refersTo).map(({ name }) => name)

test.each([
  ['它', null, ['甲']],
  ['它们', 'several', ['乙', '甲']],
  ['这三家', 3, ['丙', '乙', '甲']],
  ['这五家', 5, ['丙', '乙', '甲']],
] as const)('%s refers to companies of as many turns as needed', (_, refersTo, names) => {
  expect(namesBefore(refersTo)).toEqual(names)
})

test.each([
  ['那第二家法人是谁', ['乙']],
  ['前者的电话', ['甲']],
  ['后面那家什么时候成立', ['丙']],
  ['第一大股东是谁', ['甲', '乙', '丙']],
  ['第二个股东是谁', ['甲', '乙', '丙']],
  ['第五家呢', ['甲', '乙', '丙']],
])('%s is about the company at that place', (question, names) => {
  expect(oneOfSeveral(turn('甲', '乙', '丙').companies, question).map(({ name }) => name)).toEqual(names)
})

test.each([
  ['再讲回西市那家', '甲演示'],
  ['我讲的是岚山那个', '岚山演示'],
  ['演示那家', undefined],
  ['海口那家', undefined],
])('%s points at the company with this place or word, if there is only one', (question, name) => {
  const companies = [
    { name: '甲演示', city: '演示西市' },
    { name: '岚山演示', city: null },
  ]
  expect(pointedCompany(companies, question)?.name).toBe(name)
})
