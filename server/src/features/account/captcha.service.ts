import { type Captcha, type CaptchaKind, captchaLengths } from '@baiqicha/contract/account'
import { type Clock, isoOf } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { CaptchaPainter } from '../../platform/captcha/captcha-painter.ts'
import type { CaptchaSpeaker } from '../../platform/captcha/captcha-speaker.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Outbox } from '../../platform/outbox.ts'

// At most one character of each look-alike group: 0 O Q, 1 I L, 2 Z, 4 A, 5 S, 6 G, 8 B, U V. A person could not tell
// them apart.
const captchaAlphabets: Record<CaptchaKind, string> = {
  picture: '2356789ACDEFHJKMNPRTUWXY',
  voice: '0123456789',
}
const LIFETIME_SECONDS = 120

type CaptchaDeps = {
  db: Database
  clock: Clock
  random: Random
  hmac: Hmac
  painter: () => Promise<CaptchaPainter>
  speaker: () => Promise<CaptchaSpeaker>
  /** Receives the answers that tests read; null in production. */
  outbox: Outbox | null
}

/** Characters that dictation writes for spoken digits. */
const spokenDigits = new Map(
  Object.entries({ 〇: 0, 零: 0, 一: 1, 幺: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 }),
)

/** Accepts any case, full-width characters, Chinese digits such as 一二三, and spaces or commas between characters. */
const normalise = (answer: string) =>
  Array.from(answer.normalize('NFKC').replace(/[\s\p{P}]/gu, ''), (one) => spokenDigits.get(one) ?? one)
    .join('')
    .toUpperCase()

export function createCaptchaService(deps: CaptchaDeps) {
  const { db, clock, random, hmac, painter, speaker, outbox } = deps
  const checksumOf = (captchaId: string, answer: string) => hmac('captcha', captchaId, normalise(answer))

  function newAnswer(kind: CaptchaKind): string {
    const alphabet = captchaAlphabets[kind]
    return Array.from({ length: captchaLengths[kind] }, () => alphabet.charAt(random.integer(alphabet.length))).join('')
  }

  /** A captcha has either an image or audio; the other field is null. */
  async function render(kind: CaptchaKind, answer: string): Promise<Pick<Captcha, 'image' | 'audio'>> {
    if (kind === 'voice') return { image: null, audio: (await speaker()).speak(answer, random).toString('base64') }
    const picture = await (await painter()).paint(answer, random)
    return { image: `data:image/png;base64,${picture.toString('base64')}`, audio: null }
  }

  return {
    async generate(kind: CaptchaKind): Promise<Omit<Captcha, 'codesInTerminal'>> {
      const captchaId = randomId(random, 'k')
      const answer = newAnswer(kind)
      const rendered = await render(kind, answer)
      const expires_at = clock.now() + LIFETIME_SECONDS * 1000
      await db
        .insertInto('captcha')
        .values({ id: captchaId, answer_hmac: checksumOf(captchaId, answer), expires_at })
        .execute()
      await outbox?.({ at: isoOf(clock.now()), captchaId, answer })
      return { captchaId, ...rendered, expiresIn: LIFETIME_SECONDS }
    },

    /** Deletes the captcha and returns whether the answer was right. Each captcha accepts one attempt. */
    async consume(captchaId: string, answer: string): Promise<boolean> {
      const consumed = await db.deleteFrom('captcha').where('id', '=', captchaId).returningAll().executeTakeFirst()
      if (consumed === undefined || consumed.expires_at <= clock.now()) return false
      return consumed.answer_hmac === checksumOf(captchaId, answer)
    },
  }
}
export type CaptchaService = ReturnType<typeof createCaptchaService>
