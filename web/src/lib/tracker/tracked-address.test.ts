import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { trackedAddress } from './tracked-address.ts'

const origin = 'https://bqc.example'

test.each([
  [`${origin}/#/company/detail?id=c-1&tab=change`, '/company/detail?id=c-1&tab=change'],
  [`${origin}/?fr=ad#/search/result?keyword=%E6%9F%90`, '/search/result'],
  [`${origin}/#/home?token=secret&isFirstLogin=true&fr=wx`, '/home?fr=wx'],
  [`${origin}/index.html?fr=a`, '/index.html?fr=a'],
  ['https://www.example.com/path?q=1#part', 'https://www.example.com'],
  ['', ''],
  ['about:blank', ''],
])('%s is sent as %j', (address, sent) => {
  expect(trackedAddress(address, origin)).toBe(sent)
})

test('no other parameter of an address is ever sent', () => {
  const name = fc.constantFrom('token', 'key', 'keyword', 'isFirstLogin', 'name', 'mobile', 'q')
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ minLength: 4 }))), fc.boolean(), (pairs, isInHash) => {
      const query = new URLSearchParams([...pairs, ['id', '1']]).toString()
      const address = isInHash ? `${origin}/#/home?${query}` : `${origin}/?${query}`
      expect(trackedAddress(address, origin)).toBe(isInHash ? '/home?id=1' : '/?id=1')
    }),
  )
})
