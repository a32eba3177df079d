import type { Random } from '../../domain/random.ts'

/** Without 0 1 I L O, because the codes are written down. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const COUNT = 10
const HALF = 4

const half = (random: Random) =>
  Array.from({ length: HALF }, () => letters.charAt(random.integer(letters.length))).join('')

/** Codes that each replace one code of the authenticator, as in 4K7M-Q2XD. */
export const newRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: COUNT }, () => `${half(random)}-${half(random)}`)

/** The form that is hashed; null: the text has another form. */
export function parseRecoveryCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return code.length === 2 * HALF && Array.from(code).every((letter) => letters.includes(letter)) ? code : null
}
