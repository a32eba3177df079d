import { describe, expect, it } from 'vitest'
import { creditCodeCheck } from '../company/credit-code.ts'
import { maskNumbersIn } from './masking.ts'

/** Of the region 990001, which does not exist. */
const identityNumber = ['990001', '19900101', '1234'].join('')
const wide = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

/** Completes a card number by its check digit (Luhn). */
function cardNumber(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

describe('an identity number in a text is masked', () => {
  it.each([
    identityNumber,
    wide(identityNumber),
    identityNumber.replace(/\d$/, 'x'),
    '990001 19900101 1234',
    '990001-1990-0101-1234',
    '９９０００１　１９９００１０１　１２３４',
    Array.from(identityNumber).join(' '),
  ])('%s', (written) => {
    const masked = maskNumbersIn(`身份证${written}。`)
    expect(masked).toMatch(/^身份证990001\*{8}123[4X]。$/)
  })
})

describe('a bank card number in a text is left out', () => {
  const card = cardNumber('621700' + '0'.repeat(12))
  it.each([card, wide(card), card.replace(/(\d{4})(?=\d)/g, '$1 '), card.replace(/(\d{4})(?=\d)/g, '$1-')])(
    '%s',
    (written) => expect(maskNumbersIn(`卡号${written}，开户行`)).toBe('卡号×××，开户行'),
  )
})

const allDigits = ['91990001000000001', '51990001000000012', '12990001000000023']
  .map((first) => first + creditCodeCheck(first))
  .filter((code) => /^\d{18}$/.test(code))

it.each([...allDigits, '91440300MA5TP101XP', '440301103097413', '0755-28880000', '4001234567', 'MA0TE5T1-6'])(
  'leaves the code or landline %s whole',
  (text) => {
    expect(maskNumbersIn(`编号${text}。`)).toBe(`编号${text}。`)
  },
)

it('masks a number beside a credit code, and the code stays whole', () => {
  const text = `91440300MA5TP101XP 139${'0'.repeat(8)}`
  expect(maskNumbersIn(text)).toBe('91440300MA5TP101XP 139****0000')
})
