import { expect, it } from 'vitest'
import { isSafeJumpUrl } from './content-fields.ts'

const hosts = ['www.example.com']

it.each(['/ai', '/search/result?keyword=x', 'https://www.example.com/', 'https://www.example.com:8443/a?b#c'])(
  'allows %s',
  (url) => {
    expect(isSafeJumpUrl(url, hosts)).toBe(true)
  },
)

it.each([
  '',
  '//evil.example/',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'http://www.example.com/',
  'https://evil.example/',
  'https://www.example.com.evil.example/',
  'https://www.example.com@evil.example/',
  'https://user@www.example.com/',
  'https:www.example.com',
  'ai',
])('refuses %j', (url) => {
  expect(isSafeJumpUrl(url, hosts)).toBe(false)
})
