import { chinaDay } from './clock.ts'
import type { Random } from './random.ts'

/** Without 0 1 I L O, because the number is read aloud and written down. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LETTERS = 8

/** JC: a correction; FB: feedback; BG: a report. */
export type FollowUpPrefix = 'JC' | 'FB' | 'BG'

/**
 * Number by which a person follows a submission, for example JC20261122-7H3KQ2MX: the day in China and about 40 random
 * bits.
 */
export function newFollowUpNumber(prefix: FollowUpPrefix, random: Random, now: number): string {
  const day = chinaDay(now).replaceAll('-', '')
  const chosen = Array.from({ length: LETTERS }, () => letters.charAt(random.integer(letters.length)))
  return `${prefix}${day}-${chosen.join('')}`
}

/** Accepts full-width characters, any case, spaces, and a missing hyphen. */
export function parseFollowUpNumber(typed: string): string {
  const number = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return number.replace(/^([A-Z]{2}\d{8})/, '$1-')
}
