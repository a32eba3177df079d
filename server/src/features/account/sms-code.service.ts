import { SMS_CODE_LENGTH, type SmsScene } from '@baiqicha/contract/account'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Limited, Limiter, Receipt } from '../../platform/limits/limiter.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { SmsSender } from '../../platform/sms/sms-sender.ts'

const LIFETIME_MS = 5 * 60_000

export type SmsRequest = { mobile: string; scene: SmsScene; address: string; deviceId: string }
export type SmsRequestError = Limited | { type: 'notSent' }

export type SmsGuess = { mobile: string; scene: SmsScene; code: string }
/** `malformed` cannot be a code, and is no guess. */
export type SmsGuessError = Limited | { type: 'malformed' } | { type: 'wrong'; guessesLeft: number } | { type: 'void' }

/**
 * What a right code leads to, in the transaction that uses it up. `keepCode` makes the code good again, with this guess
 * counted: for what the person can mend and try once more.
 */
type OnRight<T> = (tx: Database, keepCode: () => Promise<void>) => Promise<T>

type SmsCodeParts = {
  db: Database
  clock: Clock
  random: Random
  hmac: Hmac
  sender: SmsSender
  limiter: Limiter
  guessesPerCode: number
  log: Logger
}

export interface SmsCodeService {
  /** Makes the newest code and sends it. The same for numbers we know and those we do not. */
  request(request: SmsRequest): Promise<Result<null, SmsRequestError>>
  /**
   * Spends one guess. When it is right the code is used up and `onRight` runs in the same transaction, so that a code
   * is never lost to something that then failed.
   */
  guess<T>(guess: SmsGuess, onRight: OnRight<T>): Promise<Result<T, SmsGuessError>>
  /**
   * The same for what takes long to get ready and must not hold a transaction up. `prepare` runs only while there is a
   * code to be guessed, which costs whoever wants it to run a message each time.
   */
  guessPrepared<T>(guess: SmsGuess, prepare: () => Promise<OnRight<T>>): Promise<Result<T, SmsGuessError>>
}

const codePattern = new RegExp(`^\\d{${SMS_CODE_LENGTH}}$`)

export function createSmsCodeService(parts: SmsCodeParts): SmsCodeService {
  const { db, clock, random, hmac, sender, limiter, guessesPerCode, log } = parts

  const newCode = () => String(random.integer(10 ** SMS_CODE_LENGTH)).padStart(SMS_CODE_LENGTH, '0')
  const checksumOf = ({ mobile, scene, code }: SmsGuess) => hmac('sms', scene, mobile, code)

  async function record(guess: SmsGuess) {
    const code = {
      code_hmac: checksumOf(guess),
      guesses_left: guessesPerCode,
      expires_at: clock.now() + LIFETIME_MS,
      used_at: null,
    }
    await db
      .insertInto('sms_code')
      .values({ mobile: guess.mobile, scene: guess.scene, ...code })
      .onConflict((conflict) => conflict.columns(['mobile', 'scene']).doUpdateSet(code))
      .execute()
  }

  /** A message that did not leave counts for nothing, and its code is worth nothing. */
  async function undo(guess: SmsGuess, receipt: Receipt) {
    await limiter.giveBack(receipt)
    await db
      .deleteFrom('sms_code')
      .where('mobile', '=', guess.mobile)
      .where('code_hmac', '=', checksumOf(guess))
      .execute()
  }

  return {
    async request({ mobile, scene, address, deviceId }) {
      const taken = await limiter.take([
        { limit: 'smsPerMobile', subject: mobile },
        { limit: 'smsPerAddress', subject: address },
        // Without an id, devices at one address count as one.
        { limit: 'smsPerDevice', subject: deviceId === '' ? `at ${address}` : deviceId },
        { limit: 'smsOfService', subject: 'all' },
      ])
      if (!taken.ok) {
        if (taken.error.limit === 'smsOfService') log.error('sms-service-limit-reached')
        return taken
      }
      const guess = { mobile, scene, code: newCode() }
      try {
        // First on record, then on its way: a code that arrives must be good.
        await record(guess)
      } catch (error) {
        await limiter.giveBack(taken.value)
        throw error
      }
      try {
        await sender.send(guess)
        return ok(null)
      } catch (error) {
        log.error('sms-not-sent', { error })
        await undo(guess, taken.value)
        return failed({ type: 'notSent' })
      }
    },

    guess: (guess, onRight) => guessPrepared(guess, async () => onRight),
    guessPrepared,
  }

  async function guessPrepared<T>(
    typed: SmsGuess,
    prepare: () => Promise<OnRight<T>>,
  ): Promise<Result<T, SmsGuessError>> {
    const guess = { ...typed, code: typed.code.normalize('NFKC').trim() }
    if (!codePattern.test(guess.code)) return failed({ type: 'malformed' })
    // Spent before the guess is looked at and given back unless it was wrong: of many at once, none slips through.
    const taken = await limiter.take([{ limit: 'wrongSmsCodesPerMobile', subject: guess.mobile }])
    if (!taken.ok) return taken
    let wasWrong = false
    try {
      if (!(await hasLiveCode(guess))) return failed({ type: 'void' })
      const onRight = await prepare()
      const outcome = await db.transaction().execute(async (tx) => {
        const judged = await judge(tx, guess)
        return judged.ok ? ok(await onRight(tx, () => restore(tx, guess))) : judged
      })
      wasWrong = !outcome.ok && outcome.error.type === 'wrong'
      return outcome
    } finally {
      if (!wasWrong) await limiter.giveBack(taken.value)
    }
  }

  async function hasLiveCode({ mobile, scene }: SmsGuess) {
    const live = await db
      .selectFrom('sms_code')
      .select('mobile')
      .where('mobile', '=', mobile)
      .where('scene', '=', scene)
      .where('used_at', 'is', null)
      .where('guesses_left', '>', 0)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst()
    return live !== undefined
  }

  /** Counts the guess and uses the code up in one statement, of which the database runs only one at a time per code. */
  async function judge(tx: Database, guess: SmsGuess): Promise<Result<null, SmsGuessError>> {
    const now = clock.now()
    const code = await tx
      .updateTable('sms_code')
      .set((eb) => ({
        guesses_left: eb('guesses_left', '-', 1),
        used_at: eb.case().when('code_hmac', '=', checksumOf(guess)).then(now).else(null).end(),
      }))
      .where('mobile', '=', guess.mobile)
      .where('scene', '=', guess.scene)
      .where('used_at', 'is', null)
      .where('guesses_left', '>', 0)
      .where('expires_at', '>', now)
      .returning(['guesses_left', 'used_at'])
      .executeTakeFirst()
    if (code === undefined) return failed({ type: 'void' })
    return code.used_at === null ? failed({ type: 'wrong', guessesLeft: code.guesses_left }) : ok(null)
  }
}

async function restore(tx: Database, { mobile, scene }: SmsGuess) {
  await tx
    .updateTable('sms_code')
    .set({ used_at: null })
    .where('mobile', '=', mobile)
    .where('scene', '=', scene)
    .execute()
}
