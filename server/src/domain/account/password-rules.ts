import { PASSWORD_LENGTH, parseMobile } from '@baiqicha/contract/account'

/** Reason why a password is refused. */
export type PasswordFlaw = 'short' | 'long' | 'unprintable' | 'mobile' | 'common'

/**
 * The form that is hashed and compared: compatibility forms are unified, because a Chinese keyboard may write
 * full-width digits and spaces. Nothing is trimmed, and the case of letters stays.
 */
export const normalisePassword = (typed: string) => typed.normalize('NFKC')

/** Line breaks, tabs and other characters that no key types; they come from pasting. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Returns null when the password is acceptable. Lengths count characters, not bytes. `password` is normalised. */
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

/** Reads the list of common passwords (data/common-passwords): one per line, without comments and empty lines. */
export const parseCommonPasswords = (fileText: string): ReadonlySet<string> =>
  new Set(fileText.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
