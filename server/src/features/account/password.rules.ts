import { PASSWORD_LENGTH, parseMobile } from '@baiqicha/contract/account'

/** Why nobody should have this password. */
export type PasswordFlaw = 'short' | 'long' | 'unprintable' | 'mobile' | 'common'

/**
 * What is hashed and compared: as typed, but for forms of one character that look alike. A Chinese keyboard writes a
 * digit or a space full width without being asked to. Nothing is trimmed and no letter changes its case.
 */
export const normalisePassword = (typed: string) => typed.normalize('NFKC')

/** Line breaks, tabs and what else a key does not print: they come with pasting. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** null where the password is fit. Lengths count characters, not bytes. `password` is normalised. */
export function flawOf(
  password: string,
  mobile: string,
  isCommon: (lowerCase: string) => boolean,
): PasswordFlaw | null {
  const { length } = Array.from(password)
  if (unprintable.test(password)) return 'unprintable'
  if (length < PASSWORD_LENGTH.min) return 'short'
  if (length > PASSWORD_LENGTH.max) return 'long'
  if (parseMobile(password) === mobile) return 'mobile'
  return isCommon(password.toLowerCase()) ? 'common' : null
}

/** What lines of the list of common passwords are passwords (data/common-passwords). */
export const parseCommonPasswords = (fileText: string): ReadonlySet<string> =>
  new Set(fileText.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
