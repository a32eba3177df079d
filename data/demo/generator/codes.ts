import { creditCodeCheck } from '../../../server/src/domain/company/credit-code.ts'

const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/** GB 11714: digits, then A is 10. */
const valueOf = (letter: string) => Number.parseInt(letter, 36)

function organisationCheck(body: string): string {
  const sum = organisationWeights.reduce((total, weight, at) => total + weight * valueOf(body.charAt(at)), 0)
  const check = 11 - (sum % 11)
  if (check === 11) return '0'
  return check === 10 ? 'X' : String(check)
}

/** 统一社会信用代码 with both check characters right. `below`: draws a number from 0 up. */
export function creditCode(kind: string, region: string, below: (count: number) => number): string {
  const body = `MA${Array.from({ length: 6 }, () => letters.charAt(below(31))).join('')}`
  const first17 = `${kind}${region}${body}${organisationCheck(body)}`
  return first17 + creditCodeCheck(first17)
}

/** 工商注册号: fifteen digits, the last by ISO 7064 MOD 11,10. */
export function registrationNumber(region: string, below: (count: number) => number): string {
  const first14 = region + String(below(100_000_000)).padStart(8, '0')
  let product = 10
  for (const digit of first14) {
    const sum = (product + Number(digit)) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return first14 + ((11 - product) % 10)
}
