import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditCodeCheck } from '../company/credit-code.ts'
import { maskContactsIn, maskEmail, maskedJson, maskMobilesIn, maskNumbersIn } from './masking.ts'

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

it.each([
  ['lihua@example.com', 'li***@example.com'],
  ['a@example.com', 'a***@example.com'],
])('masks the address %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

it('masks every number and address in a text', () => {
  const text = `请联系 138${'0'.repeat(8)} 或 yan.shi+1@mail.example.cn。`
  expect(maskContactsIn(text)).toBe('请联系 138****0000 或 ya***@mail.example.cn。')
})

/** Digits that no person has: 139 and zeros. */
const mobile = (last: number) => `139${String(last).padStart(8, '0')}`
const inGroups = (digits: string, lengths: readonly number[], sign: string) => {
  let at = 0
  return lengths.map((length) => digits.slice(at, (at += length))).join(sign)
}

describe('a mobile number in a text is masked', () => {
  const number = mobile(12)
  it.each([
    number,
    wide(number),
    inGroups(number, [3, 4, 4], ' '),
    inGroups(number, [3, 4, 4], '-'),
    inGroups(number, [3, 4, 4], '－'),
    inGroups(number, [3, 4, 4], '.'),
    inGroups(number, [3, 4, 4], '\u3000'),
    inGroups(number, [3, 4, 4], '\u200b'),
    inGroups(wide(number), [3, 4, 4], '—'),
    inGroups(number, [3, 8], '-'),
    inGroups(number, [7, 4], ' '),
    inGroups(number, [4, 3, 4], ' '),
    inGroups(number, [3, 3, 5], '/'),
    inGroups(
      number,
      Array.from({ length: 11 }, () => 1),
      ' ',
    ),
    inGroups(number, [2, 2, 2, 2, 3], '-'),
    `(${number.slice(0, 3)})${number.slice(3)}`,
    `+86 ${number}`,
    `0086-${inGroups(number, [3, 4, 4], '-')}`,
    `0${number}`,
    `0755${number}`,
    `tel${number}x`,
  ])('%j', (written) => {
    const masked = maskMobilesIn(`演示甲${written}（演示乙）`)
    expect(masked).toContain('139****0012')
    expect(masked.replace('139****0012', '')).not.toMatch(/[0-9０-９]{4}/)
  })

  it('also when nothing or one sign stands between two of them', () => {
    expect(maskMobilesIn(mobile(1) + mobile(2))).toBe('139****0001 139****0002')
    for (const sign of ['、', ' ', '/', '-']) {
      expect(maskMobilesIn(mobile(1) + sign + mobile(2))).toBe(`139****0001${sign}139****0002`)
    }
  })
})

it.each([
  '0755-28880000',
  '400-123-4567',
  '+852 2345 6789',
  '139.196.100.22',
  '1500.1234567万元',
  '13,800,138,000元',
  '150,0000,0000元',
  '1998-12-31 123号',
  '2024-05-06 10:11:12',
  '（1999）1234567号',
  'ZL201310123456.7',
  '91440300MA5TP101XP',
  `${mobile(1)}0`,
])('leaves %s, which is no mobile number', (text) => {
  expect(maskMobilesIn(text)).toBe(text)
})

it('no mobile number remains, whatever its width, its groups and the text around it', () => {
  const digits = fc.stringMatching(/^1[3-9]\d{9}$/)
  const sign = fc.constantFrom('', ' ', '-', '－', '\u3000', '\u200b', '—', '.', '\u00a0')
  const around = fc.constantFrom('', '演示甲', '电话：', '（', '，', ' ', 'a', '\n')
  fc.assert(
    fc.property(digits, sign, fc.boolean(), around, around, (number, between, isWide, before, after) => {
      const written = inGroups(isWide ? wide(number) : number, [3, 4, 4], between)
      const left = maskMobilesIn(before + written + after).normalize('NFKC')
      expect(left.replace(/[^\d*]/g, '')).toBe(`${number.slice(0, 3)}****${number.slice(-4)}`)
    }),
    { numRuns: 2_000, seed: 29 },
  )
})

/** A mobile number that no person has. */
const mobileOfNobody = `139${'0'.repeat(8)}`
/** A credit code of digits alone that is a valid identity number, too: a date of birth, and the check digits of both. */
const ambiguous = ['990001', '19900101', '0'].join('')

it('masks a number in any text, however deep', () => {
  const data = { a: [{ b: `电话${mobileOfNobody}` }], c: null, d: 1, e: true }
  expect(JSON.parse(maskedJson(data))).toEqual({ a: [{ b: '电话139****0000' }], c: null, d: 1, e: true })
})

it('leaves codes under their own names, and ids', () => {
  const data = {
    creditCode: `${ambiguous}123`,
    registrationNumber: ambiguous,
    id: `rab${mobileOfNobody}${'c'.repeat(11)}`,
    path: `/company/detail?id=c${'a'.repeat(2)}${mobileOfNobody}${'b'.repeat(3)}`,
  }
  expect(JSON.parse(maskedJson(data))).toEqual(data)
})

it.each([24, 32, 64])('leaves a digest of %i hexadecimal characters', (length) => {
  const digest = `e${mobileOfNobody}`.padEnd(length, 'b')
  const data = { reference: `al-${digest}`, hidden: `hm-a${mobileOfNobody}`, url: `/api/v1/content/${digest}.jpg` }
  expect(JSON.parse(maskedJson(data))).toEqual(data)
})

it('numbers, dates and texts without a personal number stay as they are', () => {
  const data = { at: 1_390_000_000_000, on: '2026-06-30', phones: ['0755-28880000', '4001234567'] }
  expect(maskedJson(data)).toBe(JSON.stringify(data))
})
