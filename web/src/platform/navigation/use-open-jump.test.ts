import { expect, test } from 'vitest'
import { parseJumpUrl } from './use-open-jump.ts'

const hosts = ['example.com']

test.each([
  ['/ai', '/ai'],
  ['#/ai', '/ai'],
  ['/#/search/result?keyword=byd', '/search/result?keyword=byd'],
  [' /a\ti ', '/ai'],
])('%j opens the page %s', (jumpUrl, path) => {
  expect(parseJumpUrl(jumpUrl, hosts)).toEqual({ type: 'page', path })
})

test.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://example.com/a?b#c', 'https://example.com/a?b#c'],
])('%j opens the site %s', (jumpUrl, url) => {
  expect(parseJumpUrl(jumpUrl, hosts)).toEqual({ type: 'site', url })
})

test.each([
  '',
  '-',
  'home',
  '/nowhere',
  '//evil.example/home',
  '/\\evil.example',
  'http://example.com',
  'https://other.example',
  'https://example.com.evil.example',
  'https:/example.com',
  'https://',
  'https://user:pass@evil.example',
  'javascript:alert(1)',
  'java\u0000script:alert(1)',
  'data:text/html,x',
])('%j is rejected', (jumpUrl) => {
  expect(parseJumpUrl(jumpUrl, hosts)).toBeNull()
})
