import { BlockList, isIP, isIPv6 } from 'node:net'

/** A list of addresses. Each entry is one, or a range such as 10.0.0.0/8. @throws Error for any other */
export function parseRanges(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) throw new Error(`不是 IP 地址：${entry}`)
    const bits = prefix === undefined ? null : Number(prefix)
    if (bits === null) list.addAddress(address, family)
    else if (Number.isInteger(bits) && bits >= 0 && bits <= (family === 'ipv6' ? 128 : 32)) {
      list.addSubnet(address, bits, family)
    } else throw new Error(`不是 IP 段：${entry}`)
  }
  return list
}

/** IPv4-mapped IPv6 as IPv4. null: not an address. */
function plainAddress(text: string): string | null {
  const address = text.trim().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  return isIP(address) === 0 ? null : address
}

/** Whether an address is in the list. As Fastify's `trustProxy` it decides whose `X-Forwarded-For` is read. */
export const isInRanges = (list: BlockList) => (text: string | undefined) => {
  const address = plainAddress(text ?? '')
  return address !== null && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * The caller's address from Fastify's `request.ips`: the peer, then the trusted hops, then the first untrusted hop. A hop
 * that is not an address is skipped. 'unknown' when the peer has disconnected.
 */
export function clientAddress(ips: readonly (string | undefined)[] = []): string {
  const addresses = ips.flatMap((text) => plainAddress(text ?? '') ?? [])
  return addresses.at(-1) ?? 'unknown'
}

/** The key of one caller for limits: an IPv4 address, or the /64 prefix of an IPv6 address. */
export function addressForLimits(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Whether the peer is on this machine. */
export const isLoopback = (peer: string | undefined) => {
  const address = plainAddress(peer ?? '')
  return address !== null && (address === '::1' || address.startsWith('127.'))
}

const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether the host of a URL is this machine. */
export const isLocalHost = (hostname: string): boolean => localHost.test(hostname)
