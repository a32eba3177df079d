import { recordKinds } from '@baiqicha/contract/records/kinds'
import { expect, test } from 'vitest'
import { buildRecordDetail } from '../../../test/record-builders.ts'
import { chooseFacts } from './choose-facts.ts'

const facts = (key: keyof typeof recordKinds, fields = {}) =>
  chooseFacts(recordKinds[key], buildRecordDetail(key, { fields }).fields, recordKinds[key].heading)

test('money, state and date come first', () => {
  expect(facts('dishonestExecutor')).toEqual(['amount', 'performance', 'publishDate'])
  expect(facts('executedPerson')).toEqual(['execAmount', 'caseState', 'publishDate'])
  expect(facts('equityPledge')).toEqual(['amount', 'status', 'publishDate'])
})

test('what says nothing, or needs more room, stands aside for the next', () => {
  expect(facts('dishonestExecutor', { performance: null })).toEqual(['amount', 'subjectType', 'publishDate'])
  expect(facts('dishonestExecutor', { amount: null, publishDate: null })).toEqual(['performance', 'filedDate'])
})

test('one fact alone is no box', () => {
  expect(facts('taxViolation')).toEqual([])
})
