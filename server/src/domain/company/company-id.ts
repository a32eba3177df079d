import { createHash } from 'node:crypto'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'
/** 16 of 32 letters are 80 bits: no two of 60 million companies meet. */
const LENGTH = 16

/**
 * The id of a company from the first stable key it came with. The same key gives the same id on every machine,
 * so that importing again, or after an interruption, finds the same company; ids cannot be counted through.
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
