import { expect, it } from 'vitest'
import { parseSiteAddresses } from './setting.ts'

it('reads an address for each named site', () => {
  expect([...parseSiteAddresses(' tax=https://a.example/x?y=1  disclosure=http://b.example/?key={code} ')]).toEqual([
    ['tax', 'https://a.example/x?y=1'],
    ['disclosure', 'http://b.example/?key={code}'],
  ])
})

it('reads nothing as no address', () => {
  expect(parseSiteAddresses('').size).toBe(0)
})

it.each([
  'court=https://a.example/',
  'tax',
  'tax=',
  'tax=a.example',
  'tax=javascript:alert(1)',
  'tax=https://a.example/ tax=https://b.example/',
])('refuses %s', (text) => {
  expect(() => parseSiteAddresses(text)).toThrow()
})
