import { expect, it } from 'vitest'
import { webAddress } from './web-address.ts'

it.each([
  ['www.example.com', 'http://www.example.com/'],
  [' example.com/a?b=1 ', 'http://example.com/a?b=1'],
  ['https://example.com', 'https://example.com/'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt://example.com/%0aalert(1)', null],
  ['data:text/html,x', null],
  ['//example.com', null],
  ['http://', null],
  ['http://[', null],
  ['演示', null],
  ['www.a.com;www.b.com', null],
  ['', null],
])('%j becomes %j', (text, expected) => {
  expect(webAddress(text)).toBe(expected)
})
