import { fitsIdentityCheck } from '@baiqicha/contract/certificate-checks'
import { isCreditCode, isRegistrationNumber } from '../company/credit-code.ts'
import { type DigitGroups, hasManyDigits, hasOneSeparator, replaceDigitGroups } from './digit-groups.ts'

/** Luhn: whether the last digit of a card number is valid. */
function fitsCardCheck(number: string): boolean {
  let sum = 0
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number.charAt(number.length - 1 - at)) * (at % 2 === 0 ? 1 : 2)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

/** Whether 16 to 19 digits are the number of a bank card. */
export const isCardNumber = (number: string): boolean => /^[3-6]\d{15,18}$/.test(number) && fitsCardCheck(number)

// The five rules of masking: mobile numbers (138****0000), e-mail addresses (li***@example.com), identity numbers
// (990001********1234), bank cards (×××), travel documents (EA*****67). Names of persons: person-mask.ts.

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

/** Replacement that courts use for an omitted number. */
export const LEFT_OUT = '×××'

const narrow = (text: string) => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

/** An identity number with more digits before or after it. */
const withinMore = /\d{6}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]/

function maskLongNumber(number: string): string | null {
  if (number.length > 18 && withinMore.test(number)) return isCardNumber(number) ? LEFT_OUT : maskIdentityNumber(number)
  if (isCreditCode(number) && !isIdentityNumber(number)) return null
  if (isIdentityNumber(number) && !isRegistrationNumber(number)) return maskIdentityNumber(number)
  return isCardNumber(number) ? LEFT_OUT : null
}

/** 990001 19900101 1234, 990001 1990 0101 1234, and the groups of four of a card. */
const identityGroups = new Set(['6-8-4', '6-4-4-4', '6-8-3-1', '6-12', '14-4'])
const cardGroups = /^4(?:-4){2,3}(?:-[1-4])?$|^6-\d{1,2}$/

function maskGroups(groups: DigitGroups): string | null {
  const { digits, lengths, isWhole } = groups
  if (lengths.length === 1) return digits.length < 15 ? null : maskLongNumber(digits)
  if (digits.length < 15) return null
  const shape = lengths.join('-')
  const isOne = isWhole && hasOneSeparator(groups)
  if (digits.length === 18 && (identityGroups.has(shape) || isOne) && isDatedIdentityNumber(digits)) {
    return isCreditCode(digits) && !isIdentityNumber(digits) ? null : maskIdentityNumber(digits)
  }
  return (cardGroups.test(shape) || isOne) && isCardNumber(digits) ? LEFT_OUT : null
}

/** Codes of organisations with a letter; rows of digits within one are no numbers. */
const code = /(?<![0-9A-Za-z])[0-9A-Z]{18}(?![0-9A-Za-z])/g

/**
 * Masks mobile, identity and bank card numbers in a text, in any width and with signs between their digits. Credit codes,
 * registration numbers and landlines stay whole.
 */
export function maskNumbersIn(text: string): string {
  if (!hasManyDigits(text)) return text
  let masked = ''
  let copied = 0
  for (const { 0: written, index } of text.matchAll(code)) {
    if (!isCreditCode(written) || isIdentityNumber(written)) continue
    masked += maskPlain(text.slice(copied, index)) + written
    copied = index + written.length
  }
  return masked + maskPlain(text.slice(copied))
}

const maskPlain = (text: string) => maskMobilesIn(hasManyDigits(text) ? replaceDigitGroups(text, maskGroups) : text)

/** Passports and permits: letters and at least seven digits. */
const isTravelDocument = (number: string) => /^[A-Z]{1,2}\d{7,10}$/.test(number)

/** Number of a certificate for output: credit codes of organisations whole, numbers of natural persons masked. */
export function maskCertificate(written: string): string {
  const number = narrow(written)
  return isTravelDocument(number)
    ? `${number.slice(0, 2)}${'*'.repeat(number.length - 4)}${number.slice(-2)}`
    : maskNumbersIn(written)
}

/** A row without mobile, identity or bank card numbers in its texts; the row itself when it has none. */
export function maskRow<Row extends object>(row: Row, unmasked: ReadonlySet<string> = new Set()): Row {
  let masked = row
  for (const column of Object.keys(row)) {
    const value: unknown = Reflect.get(row, column)
    if (typeof value !== 'string' || unmasked.has(column) || !hasManyDigits(value)) continue
    if (masked === row) masked = { ...row }
    Reflect.set(masked, column, maskNumbersIn(value))
  }
  return masked
}

/** Position of the date of birth: eight digits in an identity number of 18 characters, six in one of 15. */
const bornIn18 = /^\d{6}(?:1[89]|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]$/
const bornIn15 = /^\d{8}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}$/

/** Whether 18 characters contain a date of birth where an identity number does. */
export const isDatedIdentityNumber = (number: string): boolean => bornIn18.test(number)

/**
 * Whether 18 or 15 characters may be the identity number of a natural person. 18 characters that are not a valid credit
 * code count as one. So does a credit code that is also a valid identity number: codes of companies start with 9, which
 * only identity numbers of foreign residents do, and then the check character decides.
 */
export function isIdentityNumber(text: string): boolean {
  const number = text.toUpperCase()
  if (number.length === 15) return bornIn15.test(number)
  if (!/^\d{17}[\dX]$/.test(number)) return false
  if (!isCreditCode(number)) return true
  return bornIn18.test(number) && (!number.startsWith('9') || fitsIdentityCheck(number))
}

/** An identity number for storage and output: 990001********1234. */
export const maskIdentityNumber = (number: string) => `${number.slice(0, 6)}********${number.slice(-4).toUpperCase()}`

/** Codes that are checked when they are imported: some have the shape of an identity number. */
const codes = new Set(['creditCode', 'registrationNumber', 'taxNumber', 'organisationCode'])

/** Ids of companies, records, contacts and other rows, and digests: hexadecimal ones contain rows of digits by chance. */
const ids =
  /((?<![0-9A-Za-z])(?:c[0-9a-z]{16}|[rt][0-9a-f]{24}|hm-[0-9a-f]{12}|[a-z]-[0-9a-z]{20}|(?=\d*[a-f])(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{64}))(?![0-9A-Za-z]))/

const maskText = (text: string) =>
  text
    .split(ids)
    .map((part, at) => (at % 2 === 0 ? maskNumbersIn(part) : part))
    .join('')

/**
 * The value with masked texts; the value itself when none changes, as in most answers. A function given to JSON.stringify
 * would be called for every value, which takes twice as long.
 */
function maskedValue(key: string, value: unknown): unknown {
  if (typeof value === 'string') return hasManyDigits(value) && !codes.has(key) ? maskText(value) : value
  if (Array.isArray(value)) {
    const items = value.map((item) => maskedValue('', item))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (!hasFields(value)) return value
  let copy: Record<string, unknown> | null = null
  // Object.entries would make a pair of each field, which every answer would pay for.
  for (const field of Object.keys(value)) {
    const after = maskedValue(field, value[field])
    if (after === value[field]) continue
    copy ??= { ...value }
    copy[field] = after
  }
  return copy ?? value
}

const hasFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * JSON of data that leave the server, without a mobile, identity or bank card number in any text. Every answer with facts
 * of companies or records passes here, whatever its presenter has masked before.
 */
export const maskedJson = (data: unknown): string => JSON.stringify(maskedValue('', data))
