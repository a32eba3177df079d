import { NICKNAME_LENGTH } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'

export const profileHandlers = (profiles: ProfileRepository) =>
  ({
    async saveNickname({ session, input }) {
      const nickname = readNickname(input.nickname)
      if (!nickname.ok) throw nicknameRefusal(nickname.error)
      if (!(await profiles.saveNickname(session.userId, nickname.value))) throw noSession()
      return null
    },
  }) satisfies Partial<Handlers>

const sentences: Record<NicknameError['type'], string> = {
  length: `昵称需为 ${NICKNAME_LENGTH.min} 至 ${NICKNAME_LENGTH.max} 个字`,
  unprintable: '昵称含有无法显示的字符',
}

const nicknameRefusal = ({ type }: NicknameError) =>
  new Refusal({ code: resultCode.nicknameUnfit, message: sentences[type] })

export const createProfileRepository = (db: Database) => ({
  /** null deletes the nickname. False when there is no such account. */
  async saveNickname(userId: string, nickname: string | null): Promise<boolean> {
    return db.updateTable('user_account').set({ nickname }).where('id', '=', userId).$call(changesRow)
  },
})
type ProfileRepository = ReturnType<typeof createProfileRepository>

type NicknameError = { type: 'length' } | { type: 'unprintable' }

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
