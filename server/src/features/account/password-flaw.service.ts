import { readFile } from 'node:fs/promises'
import { lazy } from '../../platform/cache.ts'
import { flawOf, normalisePassword, type PasswordFlaw, parseCommonPasswords } from './password.rules.ts'

const commonFile = new URL('../../../../data/common-passwords/list.txt', import.meta.url)

/** What is wrong with a password somebody of that number wants to have, as typed; null where nothing is. */
export type FindPasswordFlaw = (typed: string, mobile: string) => Promise<PasswordFlaw | null>

export function createPasswordFlawFinder(): FindPasswordFlaw {
  // Read with the first password that is chosen: a start needs none.
  const common = lazy(async () => parseCommonPasswords(await readFile(commonFile, 'utf8')))
  return async (typed, mobile) => {
    const known = await common()
    return flawOf(normalisePassword(typed), mobile, (password) => known.has(password))
  }
}
