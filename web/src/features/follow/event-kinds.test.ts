import { expect, test } from 'vitest'
import { eventPath } from '../../domain/follow/event-path.ts'
import { eventKindGroups, eventKinds } from './event-kinds.ts'

test.each([
  ['a record with a page', 'executedPerson', 'r-1', '/legalRisk/executedPersonDetail?id=r-1&companyId=c-1'],
  ['a record that no longer has one', 'executedPerson', null, '/legalRisk/executedPerson?companyId=c-1'],
  ['a kind without pages of single records', 'changeRecord', 'r-1', '/overview/changeRecord?id=c-1'],
  ['a kind on a card of the company page', 'branch', 'r-1', '/company/detail?id=c-1&tab=overview'],
  ['a fact of the register', 'fact', null, '/overview/businessInfo?id=c-1'],
] as const)('an event of %s leads to its page', (_case, kind, recordId, path) => {
  expect(eventPath({ kind, recordId, companyId: 'c-1' })).toBe(path)
})

test('the filter offers every kind of event once', () => {
  expect(eventKindGroups.flatMap(({ kinds }) => kinds).toSorted()).toEqual([...eventKinds].toSorted())
})
