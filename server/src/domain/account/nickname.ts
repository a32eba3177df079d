import { NICKNAME_LENGTH } from '@baiqicha/contract/account'
import { failed, ok, type Result } from '../result.ts'

export type NicknameError = { type: 'length' } | { type: 'unprintable' }

/**
 * Control, bidirectional and other invisible characters, with which a name could imitate another or look empty. The
 * exception, a variation selector, occurs in emoji.
 */
const unprintable = /(?!\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|^\p{M}/u

/** Parses a nickname; null deletes it. The length counts code points, not UTF-16 units. */
export function readNickname(typed: string): Result<string | null, NicknameError> {
  const nickname = typed.normalize('NFKC').trim()
  if (nickname === '') return ok(null)
  if (unprintable.test(nickname)) return failed({ type: 'unprintable' })
  const length = Array.from(nickname).length
  return length < NICKNAME_LENGTH.min || length > NICKNAME_LENGTH.max ? failed({ type: 'length' }) : ok(nickname)
}
