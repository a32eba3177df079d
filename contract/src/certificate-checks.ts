/** Check characters of certificate numbers, for the importers and for the fields in which a user types one. */

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const shape = /^[0-9A-HJ-NP-RTUWXY]{2}\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/

/** Check character of a 统一社会信用代码 (GB 32100-2015) for the first seventeen characters. */
export function creditCodeCheck(first17: string): string {
  let sum = 0
  for (let at = 0; at < weights.length; at++) {
    sum += alphabet.indexOf(first17.charAt(at)) * (weights[at] ?? 0)
  }
  return alphabet.charAt((31 - (sum % 31)) % 31)
}

/** 厦门 issued codes whose check characters differ, with organisation codes from M000. */
const ofXiamen = /^..3502..M000/

/** Whether the text has eighteen characters of the alphabet, in upper case, with a valid check character or as 厦门 issued it. */
export const isCreditCode = (text: string) =>
  shape.test(text) && (creditCodeCheck(text) === text.charAt(17) || ofXiamen.test(text))

/** ISO 17442: whether the text has twenty characters, in upper case, with valid check digits (ISO 7064 MOD 97-10). */
export function isLei(text: string): boolean {
  if (!/^[0-9A-Z]{18}\d{2}$/.test(text)) return false
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
  }
  return remainder === 1
}

const identityWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const identityChecks = '10X98765432'

/** GB 11643: whether the last of 18 characters is valid. */
export function fitsIdentityCheck(number: string): boolean {
  let sum = 0
  for (let at = 0; at < identityWeights.length; at++) sum += Number(number.charAt(at)) * (identityWeights[at] ?? 0)
  return identityChecks.charAt(sum % 11) === number.charAt(17)
}

const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/** GB 11714: whether nine characters in upper case, without hyphen, are an organisation code with a valid check character. */
export function isOrganisationCode(code: string): boolean {
  if (!/^[\dA-Z]{8}[\dX]$/.test(code)) return false
  let sum = 0
  for (let at = 0; at < organisationWeights.length; at++) {
    sum += Number.parseInt(code.charAt(at), 36) * (organisationWeights[at] ?? 0)
  }
  return '0123456789X0'.charAt(11 - (sum % 11)) === code.charAt(8)
}
