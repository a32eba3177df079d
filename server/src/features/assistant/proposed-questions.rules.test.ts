import type { Fact } from '@baiqicha/contract/company-facts'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { describe, expect, test } from 'vitest'
import { type Answerable, followUpsOf, generalQuestions, questionsOfCompany } from './proposed-questions.rules.ts'
import { emptyPart, type QuestionPart } from './question/parsed-question.ts'

const answerable = (facts: Fact[], kinds: RecordKindKey[]): Answerable => ({
  facts: new Set(facts),
  kinds: new Set(kinds),
})
const part = (rest: Partial<QuestionPart>): QuestionPart => ({ ...emptyPart, ...rest })
const listed = answerable(['registeredCapital', 'foundedOn'], ['keyPerson', 'changeRecord'])
const followUps = (parts: QuestionPart[], of = listed, isOnly = true) =>
  followUpsOf(parts, { name: '云岚', isOnly, answerable: of })

describe('follow-up questions', () => {
  test('are about what a source states, never about a kind without a source', () => {
    expect(followUps([part({ intent: 'branches' })])).toEqual([
      '注册资本是多少？',
      '主要人员有哪些？',
      '最近有哪些变更？',
    ])
  })
  test('name their company beside other companies', () => {
    expect(followUps([part({ intent: 'branches' })], listed, false)).toEqual([
      '云岚的注册资本是多少？',
      '云岚的主要人员有哪些？',
      '云岚最近有哪些变更？',
    ])
  })
  test('repeat nothing that a comparison, a list or an overview has answered', () => {
    const asked = [part({ intent: 'comparison', facts: ['registeredCapital'] }), part({ kinds: ['keyPerson'] })]
    expect(followUps(asked).join()).not.toMatch(/注册资本|主要人员/)
    expect(followUps([part({ intent: 'facts' })]).join()).not.toMatch(/注册资本|成立/)
  })
  test('of a company of which nothing is known is what can be looked up', () => {
    expect(followUps([part({ intent: 'branches' })], answerable([], []))).toEqual([
      '有哪些数据可以查？',
      '广东省有多少家上市公司？',
    ])
  })
  test('without a company are general', () => {
    expect(followUpsOf([part({ intent: 'count' })], null)).toHaveLength(3)
  })
})

describe('six questions', () => {
  test.each([
    ['of which much is known', listed],
    ['of which nothing is known', answerable([], [])],
  ])('are proposed on the page of a company %s', (_, of) => {
    expect(new Set(questionsOfCompany(of)).size).toBe(6)
  })
  test('are proposed without a company', () => {
    expect(new Set(generalQuestions([])).size).toBe(6)
    expect(generalQuestions([{ name: '云岚' }, { name: '云帆' }])[2]).toBe('云岚和云帆谁成立更早')
  })
})
