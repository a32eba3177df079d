import { expect, test } from 'vitest'
import { eventPath } from '../../domain/follow/follow-control.ts'
import { eventKindGroups, eventKinds, followPath, readFollowParams } from './follow-params.ts'

const none = { tab: 'companies', group: '', companyId: '', kind: '' } as const

test.each([
  ['', none],
  ['?tab=nonsense&kind=nonsense', none],
  ['?tab=companies&group=客户', { ...none, group: '客户' }],
  ['?tab=changes&companyId=c-1&kind=fact', { ...none, tab: 'changes', companyId: 'c-1', kind: 'fact' }],
])('the address %j is read', (search, params) => {
  expect(readFollowParams(search)).toEqual(params)
})

test('an address states its tab and the filters of this tab only', () => {
  const filters = { group: '客户', companyId: 'c-1', kind: 'executedPerson' } as const
  expect(followPath({ tab: 'companies', ...filters })).toBe(
    `/user/follow?${new URLSearchParams({ tab: 'companies', group: '客户' }).toString()}`,
  )
  expect(followPath({ tab: 'changes', ...filters })).toBe('/user/follow?tab=changes&companyId=c-1&kind=executedPerson')
})

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
