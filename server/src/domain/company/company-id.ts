import { createHash } from 'node:crypto'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'
/** 16 characters of a 32-letter alphabet are 80 bits: no collision is expected among 60 million companies. */
const LENGTH = 16

/**
 * Id of a company from its first stable key. The same key gives the same id on every machine, so that a repeated or
 * resumed import finds the same company. Ids cannot be enumerated.
 */
export function companyIdFrom(scheme: string, key: string): string {
  const digest = createHash('sha256').update(`baiqicha company\n${scheme}\n${key}`).digest()
  let bits = 0
  let buffer = 0
  let id = ''
  for (const byte of digest) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5 && id.length < LENGTH) {
      bits -= 5
      id += letters.charAt((buffer >> bits) & 31)
    }
    buffer &= (1 << bits) - 1
  }
  return `c${id}`
}
