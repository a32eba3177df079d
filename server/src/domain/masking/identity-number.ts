import { fitsIdentityCheck } from '@baiqicha/contract/certificate-checks'
import { isCreditCode } from '../company/credit-code.ts'

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
