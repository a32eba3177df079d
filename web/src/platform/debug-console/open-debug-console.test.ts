import { expect, it } from 'vitest'
import { maskTokens } from './open-debug-console.ts'

it.each([
  ['an address', 'https://a.example/#/home?token=abc123&tab=1', 'https://a.example/#/home?token=***&tab=1'],
  ['JSON', '{"ticket":"abc123","id":"c-1"}', '{"ticket":"***","id":"c-1"}'],
  ['a header', 'token: abc123', 'token: ***'],
  ['a shared answer', '/ai/detail?id=a-1&key=abc123', '/ai/detail?id=a-1&key=***'],
])('masks a named credential in %s', (_place, text, masked) => {
  expect(maskTokens(text, null)).toBe(masked)
})

it('masks the token of the session without its name', () => {
  expect(maskTokens('sent abc123 twice: abc123', 'abc123')).toBe('sent *** twice: ***')
})

it('leaves other text as it is', () => {
  expect(maskTokens('GET /v1/company/detail?id=c-1 200', 'abc123')).toBe('GET /v1/company/detail?id=c-1 200')
})
