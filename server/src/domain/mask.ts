import { type DigitGroups, hasManyDigits, hasOneSeparator, replaceDigitGroups } from './digit-groups.ts'

/** A mobile number for output and logs: 138****0000. */
export const maskMobile = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** 86, 0086, or the 0 or area code that some write before a mobile number. */
const prefixed = /^((?:00)?86|0(?:\d{2,3})?)?(1[3-9]\d{9})$/
/** Several numbers without anything between them. */
const joined = /^(?:1[3-9]\d{9}){2,}$/

/** Groups in which people write a mobile number, whatever stands between them. */
const usualGroups = new Set(['3-4-4', '4-4-3', '4-3-4', '3-3-5', '3-5-3'])
/** As `usualGroups`, unless a dot or slash makes them a decimal number. */
const twoGroups = new Set(['3-8', '7-4', '5-6', '6-5'])
const isDecimal = (separator: string) => /[./．／]/.test(separator)

/** Removes the groups of a country code. */
function withoutPrefix(lengths: readonly number[], prefix: number): number[] {
  const rest = [...lengths]
  let left = prefix
  while (left > 0) {
    const first = rest.shift() ?? left
    if (first > left) rest.unshift(first - left)
    left -= Math.min(first, left)
  }
  return rest
}

/** Whether the groups are those of one number, not of a date, an address of a host or an amount. */
function isWrittenAsNumber(groups: DigitGroups, prefix: number): boolean {
  const lengths = withoutPrefix(groups.lengths, prefix)
  const separators = groups.separators.slice(groups.lengths.length - lengths.length)
  if (lengths.length === 1 || usualGroups.has(lengths.join('-'))) return true
  if (separators.some(isDecimal)) return false
  if (twoGroups.has(lengths.join('-'))) return true
  const isOneByOne = lengths.every((length) => length === 1)
  const isYear = lengths[0] === 4 && groups.digits.slice(prefix).startsWith('19')
  return isOneByOne || (groups.isWhole && !isYear && hasOneSeparator({ ...groups, separators }))
}

/** The mobile numbers that the groups write: one, or several that one group joins. */
function mobilesOf(groups: DigitGroups): string[] {
  const [, prefix = '', number] = prefixed.exec(groups.digits) ?? []
  if (number !== undefined) return isWrittenAsNumber(groups, prefix.length) ? [number] : []
  return groups.lengths.length === 1 && joined.test(groups.digits) ? (groups.digits.match(/\d{11}/g) ?? []) : []
}

/** Stands for a number that was taken out of a text. */
const BREAK = '\u0000'

const maskedGroups = (groups: DigitGroups): string | null => mobilesOf(groups).map(maskMobile).join(' ') || null

/** The text before, between and after mobile numbers, each with the numbers that follow it. */
export function splitAtMobiles(text: string): { before: string; mobiles: readonly string[] }[] {
  const mobiles: string[][] = []
  const rest = replaceDigitGroups(text, (groups) => {
    const found = mobilesOf(groups)
    if (found.length === 0) return null
    mobiles.push(found)
    return BREAK
  })
  return rest.split(BREAK).map((before, at) => ({ before, mobiles: mobiles[at] ?? [] }))
}

/** Masks every mobile number in a text that is not part of a longer number: in any width, and with signs between its digits. */
export const maskMobilesIn = (text: string): string =>
  hasManyDigits(text) ? replaceDigitGroups(text, maskedGroups) : text

/** An e-mail address for output: li***@example.com. */
export const maskEmail = (email: string) => email.replace(/^(.{1,2})[^@]*@/, '$1***@')

/** Masks every mobile number and e-mail address in a text. */
export const maskContactsIn = (text: string) =>
  maskMobilesIn(text).replace(/(?<![\w.%+-])[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, (email) => maskEmail(email))
