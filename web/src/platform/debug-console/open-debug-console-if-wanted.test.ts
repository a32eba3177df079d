import { describe, expect, it } from 'vitest'
import { isDebugConsoleWanted } from './open-debug-console-if-wanted.ts'

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
