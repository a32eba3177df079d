import { type CheckSite, checkSites } from '@baiqicha/contract/official-check'
import * as z from 'zod/mini'

const webAddress = z.string().check(z.regex(/^https?:\/\/\S+$/))

/**
 * Parses addresses of official sites as in `tax=https://a.example/ disclosure=https://b.example/?key={code}`. Empty: none. @throws
 * Error for an unknown site, one that is named twice, and for what is no web address.
 */
export function parseSiteAddresses(text: string): ReadonlyMap<CheckSite, string> {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const pairs = words.map((word): [CheckSite, string] => {
    const at = word.indexOf('=')
    return [z.parse(z.enum(checkSites), word.slice(0, at)), z.parse(webAddress, word.slice(at + 1))]
  })
  const addresses = new Map(pairs)
  if (addresses.size < pairs.length) throw new Error('A site is named twice')
  return addresses
}
