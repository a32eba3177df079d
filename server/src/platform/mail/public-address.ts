import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Private, shared, documentation, benchmark, multicast and reserved ranges, and this machine. */
const closedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Within the global addresses of IPv6: those that contain one of IPv4, and examples.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]
const closed = new BlockList()
for (const range of closedRanges) {
  const [address = '', bits] = range.split('/')
  closed.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an address of a host is one of the open internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (!isIPv6(address)) return !closed.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** The name leads into a private network. */
export class PrivateAddress extends Error {}

export type ResolveHost = (hostname: string) => Promise<{ address: string; family: number }[]>

export const resolveHost: ResolveHost = (hostname) => lookup(hostname, { all: true, verbatim: true })

type Found = { addresses: { address: string; family: number }[] } | { failure: Error }

async function findPublic(hostname: string, resolve: ResolveHost): Promise<Found> {
  try {
    const addresses = await resolve(hostname)
    const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
    return isPublic ? { addresses } : { failure: new PrivateAddress(hostname) }
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(String(error)) }
  }
}

/**
 * Resolves a name for one connection, which goes to the address that was checked: a name that leads elsewhere a moment
 * later changes nothing. One private address among several refuses the name.
 */
export function lookupPublic(resolve: ResolveHost): LookupFunction {
  const answer: (...call: Parameters<LookupFunction>) => Promise<void> = async (hostname, { all }, done) => {
    const found = await findPublic(hostname, resolve)
    if ('failure' in found) done(found.failure, '')
    else if (all === true) done(null, found.addresses)
    else done(null, found.addresses[0]?.address ?? '', found.addresses[0]?.family)
  }
  return (...call) => void answer(...call)
}
