import { hash } from 'node:crypto'

/** Digits to base 32 without i, l, o and u. The first eighteen are also those of `toString`. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
/** 16 letters: no collision is expected among 60 million companies. */
const BITS = 80

/**
 * Id of a company from its first stable key. The same key gives the same id on every machine, so that a repeated or
 * resumed import finds the same company. Ids cannot be enumerated.
 */
export function companyIdFrom(scheme: string, key: string): string {
  const digest = hash('sha256', `baiqicha company\n${scheme}\n${key}`)
  const digits = BigInt(`0x${digest.slice(0, BITS / 4)}`).toString(32)
  const id = digits.padStart(BITS / 5, '0').replaceAll(/[i-v]/g, (digit) => letters.charAt(Number.parseInt(digit, 32)))
  return `c${id}`
}
