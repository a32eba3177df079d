import { BlockList, isIP, isIPv6 } from 'node:net'

/** Proxies whose `X-Forwarded-For` is believed. Each entry is an address or a range, as in 10.0.0.0/8. */
export function parseProxies(entries: readonly string[]): BlockList {
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

/** IPv4 that arrives on an IPv6 socket as IPv4. null for what is no address. */
function plainAddress(text: string): string | null {
  const address = text.trim().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  return isIP(address) === 0 ? null : address
}

const isTrusted = (address: string, proxies: BlockList) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** The caller's address: the peer, or what trusted proxies say, read from the nearest outwards. */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined, proxies: BlockList): string {
  let address = plainAddress(peer ?? '') ?? 'unknown'
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(',').reverse()
  for (const hop of hops) {
    if (address === 'unknown' || !isTrusted(address, proxies)) break
    const next = plainAddress(hop)
    if (next === null) break
    address = next
  }
  return address
}

/** What limits count as one caller: an IPv4 address, or the /64 an IPv6 one stands in. */
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

/** Whether the peer sits on this machine. */
export const isLoopback = (peer: string | undefined) => {
  const address = plainAddress(peer ?? '')
  return address !== null && (address === '::1' || address.startsWith('127.'))
}
