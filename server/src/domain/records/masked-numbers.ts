import { isCreditCode, isRegistrationNumber } from '../company/credit-code.ts'
import { maskMobile } from '../mask.ts'
import { isIdentityNumber, maskIdentityNumber } from './identity-number.ts'

/** Digits in all notations, including full width. */
const D = '[0-9０-９]'

const narrow = (text: string) => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

/** An identity number with more digits before or after it. */
const withinMore = /\d{6}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]/

const isSensitive = (number: string) =>
  number.length > 18 ? withinMore.test(number) : isIdentityNumber(number) && !isRegistrationNumber(number)

function maskRow(written: string): string {
  const number = narrow(written)
  return isSensitive(number) ? maskIdentityNumber(number) : written
}

const code = '(?<![0-9A-Za-z])[0-9A-Z]{18}(?![0-9A-Za-z])'
const inParts = `(?<!${D})${D}{6}[\\s-]?${D}{8}[\\s-]?${D}{3}[0-9０-９XxＸｘ](?!${D})`
const row = `${D}{15,}[XxＸｘ]?`
const rows = new RegExp(row, 'gu')
const codesAndRows = new RegExp(`${code}|${inParts}|${row}`, 'gu')
const mobiles = new RegExp(
  `(?<!${D})(?:(?:[+＋]|[0０]{2})?[8８][6６][\\s-]?)?([1１][3-9３-９]${D}[\\s-]?${D}{4}[\\s-]?${D}{4})(?!${D})`,
  'gu',
)

/** Masks identity numbers and mobile numbers in a text; credit codes of organisations stay whole. */
export function maskNumbersIn(text: string): string {
  if (!/[0-9０-９]{3}/.test(text)) return text
  return text
    .replace(codesAndRows, (written) =>
      isCreditCode(written) || !/[A-WYZ]/.test(written) ? maskRow(written) : written.replace(rows, maskRow),
    )
    .replace(mobiles, (_written, number: string) => maskMobile(narrow(number)))
}

/** Passports and permits: letters and at least seven digits. */
const isTravelDocument = (number: string) => /^[A-Z]{1,2}\d{7,10}$/.test(number)

/** Number of a certificate for output: credit codes of organisations whole, numbers of natural persons masked. */
export function maskCertificate(written: string): string {
  const number = narrow(written)
  return isTravelDocument(number)
    ? `${number.slice(0, 2)}${'*'.repeat(number.length - 4)}${number.slice(-2)}`
    : maskNumbersIn(written)
}
