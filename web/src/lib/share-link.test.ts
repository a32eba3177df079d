import { allKinds } from '@baiqicha/contract/records/kinds'
import { expect, test } from 'vitest'
import { shareLink } from './share-link.ts'

const site = { origin: 'https://example.com', pathname: '/' }

test('a shared link is the hash route of the page with the share flag', () => {
  expect(shareLink('/company/detail?id=c-1&tab=overview', site)).toBe(
    'https://example.com/#/company/detail?id=c-1&tab=overview&isShare=1&fr=share',
  )
})

test('a shared link carries the companies and the view of a comparison', () => {
  expect(shareLink('/compare?ids=c-1%2Cc-2&view=jobSeeker', site)).toBe(
    'https://example.com/#/compare?ids=c-1%2Cc-2&view=jobSeeker&isShare=1&fr=share',
  )
})

test('a page without a query gets the share flag as its query', () => {
  expect(shareLink('/home', { ...site, pathname: '/h5/' })).toBe('https://example.com/h5/#/home?isShare=1&fr=share')
})

test.each([
  'token',
  'key',
  'isFirstLogin',
  'fr',
  'mobile',
  'name',
  'certNo',
  'keyword',
  'recordId',
  'userId',
  'isShare',
])('a shared link does not carry the parameter %s of the page', (name) => {
  expect(shareLink(`/company/detail?id=c-1&${name}=13800000000`, site)).toBe(
    'https://example.com/#/company/detail?id=c-1&isShare=1&fr=share',
  )
})

test('a shared link of a list carries its view and every filter of its kind', () => {
  const names = new Set(allKinds.flatMap(({ facets = {} }) => Object.keys(facets)))
  expect(names.size).toBeGreaterThan(5)
  const query = new URLSearchParams([
    ['view', 'history'],
    ['identity', '被告'],
    ...[...names].map((name) => [name, '值']),
  ])
  const link = shareLink(`/legalRisk/executedPerson?${query.toString()}`, site)
  expect(link).toBe(`https://example.com/#/legalRisk/executedPerson?${query.toString()}&isShare=1&fr=share`)
})
