import { expect, test } from 'vitest'
import { followPath, readFollowParams } from './follow-params.ts'

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
