import { allKinds } from '@baiqicha/contract/records/kinds'
import { expect, test } from 'vitest'
import { readRecordListParams } from '../record/record-list-params.ts'
import { companyIdOf } from './company-addresses.ts'

test.each([
  ['id', 'id=c-1', 'c-1'],
  ['id', 'companyId=c-1', 'c-1'],
  ['companyId', 'companyId=c-1', 'c-1'],
  ['companyId', 'id=c-1', 'c-1'],
  ['id', 'id=c-1&companyId=c-2', 'c-1'],
  ['companyId', 'id=c-1&companyId=c-2', 'c-2'],
  ['id', 'id=&companyId=c-2', 'c-2'],
  ['companyId', 'tab=overview', ''],
] as const)('a page with the parameter %s reads %s as company %s', (own, query, companyId) => {
  expect(companyIdOf(new URLSearchParams(query), own)).toBe(companyId)
})

test.each(allKinds.filter(({ listedOn }) => listedOn === 'page').map((kind) => [kind.title, kind] as const))(
  'the list %s accepts both parameters',
  (_title, kind) => {
    for (const name of ['id', 'companyId']) expect(readRecordListParams(kind, `?${name}=c-1`).companyId).toBe('c-1')
  },
)
