import { NICKNAME_LENGTH } from '@baiqicha/contract/account'
import { failed, ok, type Result } from '../result.ts'

export type NicknameError = { type: 'length' } | { type: 'unprintable' }

/**
 * Control and bidirectional characters, and all that takes no ink: with them one name could look like another, or like
 * nothing. The one exception makes a heart red.
 */
const unprintable = /(?!\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|^\p{M}/u

/** A nickname as it is kept; null where it is taken away. Characters are counted as people count them, not as UTF-16. */
export function readNickname(typed: string): Result<string | null, NicknameError> {
  const nickname = typed.normalize('NFKC').trim()
  if (nickname === '') return ok(null)
  if (unprintable.test(nickname)) return failed({ type: 'unprintable' })
  const length = Array.from(nickname).length
  return length < NICKNAME_LENGTH.min || length > NICKNAME_LENGTH.max ? failed({ type: 'length' }) : ok(nickname)
}
