import { type Captcha, type CaptchaKind, captchaLengths } from '@baiqicha/contract/account'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { CaptchaPainter } from '../../platform/captcha/captcha-painter.ts'
import type { CaptchaSpeaker } from '../../platform/captcha/captcha-speaker.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Outbox } from '../../platform/outbox.ts'

// Of 0 O Q, 1 I L, 2 Z, 4 A, 5 S, 6 G, 8 B and U V one at most: what a person cannot tell apart is no test of being one.
export const captchaAlphabets: Record<CaptchaKind, string> = {
  picture: '2356789ACDEFHJKMNPRTUWXY',
  voice: '0123456789',
}
const LIFETIME_SECONDS = 120

type CaptchaParts = {
  db: Database
  clock: Clock
  random: Random
  hmac: Hmac
  painter: () => Promise<CaptchaPainter>
  speaker: () => Promise<CaptchaSpeaker>
  /** Where tests read answers; null in production. */
  outbox: Outbox | null
}

export interface CaptchaService {
  generate(kind: CaptchaKind): Promise<Omit<Captcha, 'codesInTerminal'>>
  /** Uses the captcha up, then says whether the answer was right. A captcha is tried once. */
  consume(captchaId: string, answer: string): Promise<boolean>
}

/** What dictation makes of digits that are heard and said again. */
const spokenDigits = new Map(
  Object.entries({ 〇: 0, 零: 0, 一: 1, 幺: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 }),
)

/** As a person may type or say it: any case, full width, 一二三, spaces and commas between. */
const normalise = (answer: string) =>
  Array.from(answer.normalize('NFKC').replace(/[\s\p{P}]/gu, ''), (one) => spokenDigits.get(one) ?? one)
    .join('')
    .toUpperCase()

export function createCaptchaService(parts: CaptchaParts): CaptchaService {
  const { db, clock, random, hmac, painter, speaker, outbox } = parts
  const checksumOf = (captchaId: string, answer: string) => hmac('captcha', captchaId, normalise(answer))

  function chooseAnswer(kind: CaptchaKind): string {
    const alphabet = captchaAlphabets[kind]
    return Array.from({ length: captchaLengths[kind] }, () => alphabet.charAt(random.integer(alphabet.length))).join('')
  }

  /** The two fields of which a captcha has one. */
  async function express(kind: CaptchaKind, answer: string): Promise<Pick<Captcha, 'image' | 'audio'>> {
    if (kind === 'voice') return { image: null, audio: (await speaker()).speak(answer, random).toString('base64') }
    const picture = await (await painter()).paint(answer, random)
    return { image: `data:image/png;base64,${picture.toString('base64')}`, audio: null }
  }

  return {
    async generate(kind) {
      const captchaId = randomId(random, 'k')
      const answer = chooseAnswer(kind)
      const expressed = await express(kind, answer)
      const expires_at = clock.now() + LIFETIME_SECONDS * 1000
      await db
        .insertInto('captcha')
        .values({ id: captchaId, answer_hmac: checksumOf(captchaId, answer), expires_at })
        .execute()
      await outbox?.({ at: new Date(clock.now()).toISOString(), captchaId, answer })
      return { captchaId, ...expressed, expiresIn: LIFETIME_SECONDS }
    },

    async consume(captchaId, answer) {
      const consumed = await db.deleteFrom('captcha').where('id', '=', captchaId).returningAll().executeTakeFirst()
      if (consumed === undefined || consumed.expires_at <= clock.now()) return false
      return consumed.answer_hmac === checksumOf(captchaId, answer)
    },
  }
}
