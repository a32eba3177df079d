import { describe, expect, test } from 'vitest'
import { parseMembershipRules, readChoices } from './membership-rules.ts'

const choice = (id: string) => ({ id, name: `名称${id}` })
const file = {
  giftYears: 2,
  careerLimit: 3,
  industryLimit: 2,
  careers: ['a', 'b', 'c', 'd'].map(choice),
  industries: ['a', 'x', 'y'].map(choice),
}
const rules = parseMembershipRules(JSON.stringify(file))

describe('the rules of membership', () => {
  test.each([
    ['an id twice', { ...file, careers: [choice('a'), choice('a')] }, '编号重复'],
    ['an id that would not survive a list of ids', { ...file, careers: [choice('a,b')] }, 'careers'],
    ['a choice without a name', { ...file, industries: [{ id: 'a', name: '' }] }, 'industries'],
    ['no choices', { ...file, careers: [] }, 'careers'],
    ['a limit no sentence has a word for', { ...file, careerLimit: 10 }, 'careerLimit'],
    ['a word that is not known', { ...file, giftDays: 1 }, 'giftDays'],
  ])('are refused with %s', (_what, wrong, stated) => {
    expect(() => parseMembershipRules(JSON.stringify(wrong))).toThrow(stated)
  })
})

describe('choices', () => {
  test('stay in the order they were made', () => {
    expect(readChoices(rules, 'career', 'c,a')).toEqual({ ok: true, value: ['c', 'a'] })
    expect(readChoices(rules, 'career', 'a,b,c')).toEqual({ ok: true, value: ['a', 'b', 'c'] })
  })

  test('may be empty', () => {
    expect(readChoices(rules, 'industry', '')).toEqual({ ok: true, value: [] })
  })

  test('are limited per kind', () => {
    expect(readChoices(rules, 'career', 'a,b,c,d')).toEqual({
      ok: false,
      error: { type: 'tooMany', kind: 'career', limit: 3 },
    })
    expect(readChoices(rules, 'industry', 'a,x,y')).toEqual({
      ok: false,
      error: { type: 'tooMany', kind: 'industry', limit: 2 },
    })
  })

  test.each(['a,a', 'x', 'a,', ',', ' a', 'A', 'a，b', 'toString'])('%j is refused', (joined) => {
    expect(readChoices(rules, 'career', joined)).toEqual({ ok: false, error: { type: 'unfit', kind: 'career' } })
  })
})
