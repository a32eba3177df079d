import { type Captcha, captchaLengths } from '@baiqicha/contract/account'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { CaptchaPainter } from '../../platform/captcha/captcha-painter.ts'
import type { Seal } from '../../platform/crypto/secret.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Outbox } from '../../platform/outbox.ts'

// Without 0 and O, 1, I and L: what a person cannot tell apart is no test of being one.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LIFETIME_SECONDS = 120

type CaptchaParts = {
  db: Database
  clock: Clock
  random: Random
  seal: Seal
  painter: () => Promise<CaptchaPainter>
  /** Where tests read answers; null in production. */
  outbox: Outbox | null
}

export interface CaptchaService {
  generate(): Promise<Omit<Captcha, 'codesInTerminal'>>
  /** Uses the captcha up, then says whether the answer was right. A captcha is tried once. */
  consume(captchaId: string, answer: string): Promise<boolean>
}

/** As a person may type it: any case, full width, a space too many. */
const normalise = (answer: string) => answer.normalize('NFKC').replace(/\s/g, '').toUpperCase()

export function createCaptchaService({ db, clock, random, seal, painter, outbox }: CaptchaParts): CaptchaService {
  const sealOf = (captchaId: string, answer: string) => seal('captcha', captchaId, normalise(answer))

  return {
    async generate() {
      const captchaId = randomId(random, 'k')
      const letters = Array.from({ length: captchaLengths.picture }, () =>
        alphabet.charAt(random.integer(alphabet.length)),
      )
      const answer = letters.join('')
      const picture = await (await painter()).paint(answer, random)
      const expires_at = clock.now() + LIFETIME_SECONDS * 1000
      await db
        .insertInto('captcha')
        .values({ id: captchaId, answer_seal: sealOf(captchaId, answer), expires_at })
        .execute()
      await outbox?.({ at: new Date(clock.now()).toISOString(), captchaId, answer })
      return {
        captchaId,
        image: `data:image/png;base64,${picture.toString('base64')}`,
        audio: null,
        expiresIn: LIFETIME_SECONDS,
      }
    },

    async consume(captchaId, answer) {
      const consumed = await db.deleteFrom('captcha').where('id', '=', captchaId).returningAll().executeTakeFirst()
      if (consumed === undefined || consumed.expires_at <= clock.now()) return false
      return consumed.answer_seal === sealOf(captchaId, answer)
    },
  }
}
