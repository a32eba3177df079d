/** 统一社会信用代码, GB 32100-2015, and the older codes within and before it. */

import { creditCodeCheck, isCreditCode } from '@baiqicha/contract/certificate-checks'

export { creditCodeCheck, isCreditCode }

/** Whether a valid code was issued although its check character is not the one of GB 32100. */
export const differsFromCheck = (code: string): boolean => creditCodeCheck(code) !== code.charAt(17)

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
