import { expect, it } from 'vitest'
import { isPublicAddress, lookupPublic, PrivateAddress } from './post-json.ts'

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['1.1.1.1', '100.63.255.255', '172.32.0.1', '223.255.255.255', '2400:3200::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  ['a private address', [{ address: '10.0.0.1', family: 4 }]],
  [
    'a private address beside a public one',
    [
      { address: '1.1.1.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  ],
  ['no address', []],
])('refuses a name with %s', async (_what, addresses) => {
  const error = await new Promise((resolve) =>
    lookupPublic(async () => addresses)('hooks.example.com', { all: true }, (failure) => resolve(failure)),
  )
  expect(error).toBeInstanceOf(PrivateAddress)
})

it('returns the addresses that it checked', async () => {
  const addresses = [{ address: '1.1.1.1', family: 4 }]
  const found = await new Promise((resolve) =>
    lookupPublic(async () => addresses)('hooks.example.com', { all: true }, (_failure, all) => resolve(all)),
  )
  expect(found).toEqual(addresses)
})
