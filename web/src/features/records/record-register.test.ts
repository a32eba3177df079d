import { recordKinds } from '@baiqicha/contract/records/kinds'
import { expect, test } from 'vitest'
import { buildRecordDetail } from '../../../test/record-builders.ts'
import { chooseFacts } from './record-register.tsx'

const facts = (key: keyof typeof recordKinds, fields = {}) =>
  chooseFacts(recordKinds[key], buildRecordDetail(key, { fields }).fields, recordKinds[key].heading)

test('chooses amount, status and date first', () => {
  expect(facts('dishonestExecutor')).toEqual(['amount', 'performance', 'publishDate'])
  expect(facts('executedPerson')).toEqual(['execAmount', 'caseState', 'publishDate'])
  expect(facts('equityPledge')).toEqual(['amount', 'status', 'publishDate'])
})

test('skips empty and long values', () => {
  expect(facts('dishonestExecutor', { performance: null })).toEqual(['amount', 'subjectType', 'publishDate'])
  expect(facts('dishonestExecutor', { amount: null, publishDate: null })).toEqual(['performance', 'filedDate'])
})

test('shows no box for a single fact', () => {
  expect(facts('taxViolation')).toEqual([])
})
