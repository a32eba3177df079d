import { describe, expect, test } from 'vitest'
import { emptyPart, emptyQuestion, type ParsedQuestion, type QuestionPart } from './parsed-question.ts'
import {
  asksForCompaniesOfPerson,
  asksForOffices,
  companiesOf,
  withCompaniesOfPerson,
  withPersonBefore,
} from './person-question.ts'

const parsedAs = (part: Partial<QuestionPart>): ParsedQuestion => ({
  ...emptyQuestion,
  parts: [{ ...emptyPart, ...part }],
})

const isOfPerson = (question: string, person: string | null) => asksForCompaniesOfPerson(question, parsedAs({ person }))

test('companies of a person are none of earlier turns', () => {
  expect(isOfPerson('演示甲是哪些公司的法定代表人', '演示甲')).toBe(true)
  expect(isOfPerson('演示甲持股多少', '演示甲')).toBe(false)
  expect(isOfPerson('投资了哪些公司', null)).toBe(false)
})

describe('the companies of a person', () => {
  const parsed = parsedAs({ intent: 'people' })
  const conditionsOf = (question: string, names: readonly string[] = []) =>
    withCompaniesOfPerson(parsed, question, names).parts[0]?.conditions

  test.each([
    ['郭为这人当着哪几家的董事长', { person: '郭为', office: '董事长' }],
    ['王传福是哪些公司的法定代表人', { person: '王传福', office: '法定代表人' }],
    ['王传福是哪家公司的', { person: '王传福' }],
    ['雷军在哪个公司上班', { person: '雷军' }],
    ['哪家公司的董事长叫曾毓群', { person: '曾毓群', office: '董事长' }],
    ['王均金手底下有哪些公司', { person: '王均金' }],
    ['王建华，黄金那个，是哪家公司的', { person: '王建华', keyword: '黄金' }],
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

test('the other companies of a person are asked for beside the one that the question names', () => {
  const parsed = parsedAs({ intent: 'people' })
  const { parts } = withCompaniesOfPerson(parsed, '张帆除了云帆还在别的地方任职吗', ['云帆'])
  expect(parts[0]?.conditions).toEqual({ person: '张帆' })
})

test.each([
  ['people', {}, true],
  ['investments', {}, true],
  ['facts', { facts: ['foundedOn'] }, false],
  ['facts', { uncollected: ['薪资'] }, false],
  ['records', { kinds: ['dishonestExecutor'] }, false],
] as const)('offices answer a question about a person alone, but no other: %s %o', (intent, part, isAnswered) => {
  expect(asksForOffices(parsedAs({ intent, ...part }))).toBe(isAnswered)
})

test.each([
  ['他还在哪家公司任职', '演示甲还在哪家公司任职'],
  ['他家还有哪些公司', '他家还有哪些公司'],
])('%s: 他 is the person of the question before', (question, read) => {
  const before = companiesOf('演示甲', parsedAs({}), { length: 4 })
  expect(withPersonBefore(question, before, null)).toBe(read)
})
