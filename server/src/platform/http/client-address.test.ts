import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { addressForLimits, clientAddress, isInRanges, isLoopback, parseRanges } from './client-address.ts'

const none = parseRanges([])
const proxies = parseRanges(['10.0.0.0/8', '2001:db8::1', '::1'])

describe('the client address', () => {
  it.each([
    ['the peer when no proxy is trusted', '10.0.0.1', '203.0.113.5', none, '10.0.0.1'],
    ['the peer when it is not a trusted proxy', '203.0.113.9', '203.0.113.5', proxies, '203.0.113.9'],
    ['the address that a trusted proxy reports', '10.0.0.1', '203.0.113.5', proxies, '203.0.113.5'],
    ['the last hop before the trusted proxies', '10.0.0.1', '6.6.6.6, 203.0.113.5, 10.1.1.1', proxies, '203.0.113.5'],
    [
      'not an address that the client claims beyond an untrusted hop',
      '10.0.0.1',
      '10.9.9.9, 203.0.113.5',
      proxies,
      '203.0.113.5',
    ],
    ['the proxy when it reports no valid address', '10.0.0.1', 'unknown', proxies, '10.0.0.1'],
    [
      'the IPv4 address of an IPv4-mapped IPv6 address',
      '::ffff:10.0.0.1',
      '::ffff:203.0.113.5',
      proxies,
      '203.0.113.5',
    ],
    ['IPv6 behind a trusted proxy', '2001:db8::1', '2001:db8:1::7', proxies, '2001:db8:1::7'],
  ])('is %s', async (_, remoteAddress, forwarded, trusted, expected) => {
    const app = Fastify({ trustProxy: isInRanges(trusted) })
    app.get('/', async ({ ips }) => clientAddress(ips))
    const response = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
    expect(response.body).toBe(expected)
  })

  it('is unknown when the peer has disconnected', () => {
    expect(clientAddress([undefined])).toBe('unknown')
  })

  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is limited as %s', (address, counted) => {
    expect(addressForLimits(address)).toBe(counted)
  })

  it('is local only for loopback addresses', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true)
    expect(['10.0.0.1', '128.0.0.1', undefined].some(isLoopback)).toBe(false)
  })
})
