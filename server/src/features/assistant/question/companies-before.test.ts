import { describe, expect, test } from 'vitest'
import {
  asksForCompaniesOfPerson,
  companiesBefore,
  oneOfSeveral,
  pointedCompany,
  withCompaniesOfPerson,
} from './companies-before.ts'
import { emptyPart, type ParsedQuestion } from './parsed-question.ts'

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

const isOfPerson = (question: string, person: string | null) =>
  asksForCompaniesOfPerson(question, {
    refusal: null,
    mentions: [],
    refersBack: true,
    refersTo: null,
    refersAt: null,
    repeatsEarlier: false,
    parts: [{ ...emptyPart, person }],
  })

test('companies of a person are none of earlier turns', () => {
  expect(isOfPerson('演示甲是哪些公司的法定代表人', '演示甲')).toBe(true)
  expect(isOfPerson('演示甲持股多少', '演示甲')).toBe(false)
  expect(isOfPerson('投资了哪些公司', null)).toBe(false)
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

describe('the companies of a person', () => {
  const parsed: ParsedQuestion = {
    refusal: null,
    mentions: [],
    refersBack: false,
    refersTo: null,
    refersAt: null,
    repeatsEarlier: false,
    parts: [{ ...emptyPart, intent: 'people' }],
  }
  const conditionsOf = (question: string, names: readonly string[] = []) =>
    withCompaniesOfPerson(parsed, question, names).parts[0]?.conditions

  test.each([
    ['郭为这人当着哪几家的董事长', { person: '郭为', office: '董事长' }],
    ['王传福是哪些公司的法定代表人', { person: '王传福', office: '法定代表人' }],
    ['王传福是哪家公司的', { person: '王传福' }],
    ['雷军在哪个公司上班', { person: '雷军' }],
    ['哪家公司的董事长叫曾毓群', { person: '曾毓群', office: '董事长' }],
    ['记得有家轮胎厂老板叫王锋，是哪家', { person: '王锋', office: '老板', keyword: '轮胎' }],
  ])('are asked for: %s', (question, conditions) => {
    expect(conditionsOf(question)).toEqual(conditions)
  })

  test.each(['董事长是谁', '它是哪家公司的', '哪家公司的董事长是谁', '它的老板叫王锋吗', '老板名下还有哪些公司'])(
    'are not asked for: %s',
    (question) => {
      expect(conditionsOf(question)).toEqual({})
    },
  )

  test('are not those of a company that the question names, or of a refused question', () => {
    expect(conditionsOf('云帆的老板叫王锋，是哪家', ['云帆'])).toEqual({})
    const refused = { ...parsed, refusal: 'privateData' } as const
    expect(withCompaniesOfPerson(refused, '王锋是哪些公司的董事长', [])).toBe(refused)
  })
})
