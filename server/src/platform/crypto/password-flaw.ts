import { readFile } from 'node:fs/promises'
import {
  flawOf,
  normalisePassword,
  type PasswordFlaw,
  parseCommonPasswords,
} from '../../domain/account/password-rules.ts'
import { lazy } from '../cache.ts'

const commonFile = new URL('../../../../data/common-passwords/list.txt', import.meta.url)

/** The flaw of a password as typed for the account of `mobile`; null when the password is acceptable. */
export type FindPasswordFlaw = (typed: string, mobile: string) => Promise<PasswordFlaw | null>

export function createPasswordFlawFinder(): FindPasswordFlaw {
  // Loaded with the first check, so that a start does not read the list.
  const common = lazy(async () => parseCommonPasswords(await readFile(commonFile, 'utf8')))
  return async (typed, mobile) => {
    const known = await common()
    return flawOf(normalisePassword(typed), mobile, (password) => known.has(password))
  }
}
