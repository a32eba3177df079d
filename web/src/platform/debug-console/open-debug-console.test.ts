import { describe, expect, it } from 'vitest'
import { maskTokens } from './open-debug-console.ts'
import { isDebugConsoleWanted } from './open-debug-console-if-wanted.ts'

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

const testHosts = ['test.example.com', 'localhost']

const hosts = [
  { kind: 'a test host', host: 'test.example.com', isTest: true },
  { kind: 'a test host with a port', host: 'localhost:5173', isTest: true },
  { kind: 'the production host', host: 'www.example.com', isTest: false },
  { kind: 'a subdomain of a test host', host: 'a.test.example.com', isTest: false },
  { kind: 'a host named console', host: 'console.example.com', isTest: false },
]

describe.each(hosts)('debug console on $kind (SPEC §6)', ({ host, isTest }) => {
  it.each([
    ['before the hash', '/?console=1#/home', isTest],
    ['inside the hash', '/#/home?console=1', isTest],
    ['nowhere', '/#/home', false],
  ])('with the word %s', (_place, path, isWanted) => {
    expect(isDebugConsoleWanted(`https://${host}${path}`, testHosts)).toBe(isWanted)
  })
})

it('does not take the name of a test host for the word', () => {
  expect(isDebugConsoleWanted('https://console.example.com/#/home', ['console.example.com'])).toBe(false)
})
