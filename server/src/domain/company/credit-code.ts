/** 统一社会信用代码, GB 32100-2015, and the older codes within and before it. */

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const shape = /^[0-9A-HJ-NP-RTUWXY]{2}\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/

/** Check character for the first seventeen characters. */
export function creditCodeCheck(first17: string): string {
  let sum = 0
  for (let at = 0; at < weights.length; at++) {
    sum += alphabet.indexOf(first17.charAt(at)) * (weights[at] ?? 0)
  }
  return alphabet.charAt((31 - (sum % 31)) % 31)
}

/** Whether the text has eighteen characters of the alphabet, in upper case, with a valid check character. */
export const isCreditCode = (text: string) => shape.test(text) && creditCodeCheck(text) === text.charAt(17)

/** Whether the text is a 工商注册号 of fifteen digits with a valid check digit (ISO 7064 MOD 11,10). */
export function isRegistrationNumber(text: string): boolean {
  if (!/^\d{15}$/.test(text)) return false
  let product = 10
  for (const digit of text.slice(0, 14)) {
    const sum = (product + Number(digit)) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (product + Number(text.charAt(14))) % 10 === 1
}

/** 组织机构代码, characters 9 to 17 of the credit code, as printed: 19231745-8. */
export const organisationCodeOf = (creditCode: string | null) =>
  creditCode === null ? null : `${creditCode.slice(8, 16)}-${creditCode.charAt(16)}`
