import { NICKNAME_LENGTH } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { type NicknameError, readNickname } from '../../domain/account/nickname.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow } from '../../platform/database/run-query.ts'
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
