import { isCreditCode, isRegistrationNumber } from '../company/credit-code.ts'
import { type DigitGroups, hasManyDigits, hasOneSeparator, replaceDigitGroups } from '../digit-groups.ts'
import { maskMobilesIn } from '../mask.ts'
import { isCardNumber } from './card-number.ts'
import { isDatedIdentityNumber, isIdentityNumber, maskIdentityNumber } from './identity-number.ts'

/** Replacement that courts use for an omitted number. */
export const LEFT_OUT = '×××'

const narrow = (text: string) => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

/** An identity number with more digits before or after it. */
const withinMore = /\d{6}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]/

function maskRow(number: string): string | null {
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
  if (lengths.length === 1) return digits.length < 15 ? null : maskRow(digits)
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
