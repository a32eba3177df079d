import { SMS_CODE_LENGTH, type SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Session } from '../../domain/account/session.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { failed, ok, type Result, valueOrThrow } from '../../domain/result.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { findsRow } from '../../platform/database/portable-sql.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { Limited, Limiter, Receipt } from '../../platform/limits/limiter.ts'
import type { Logger } from '../../platform/log/logger.ts'
import { SmsRefused, type SmsSender } from '../../platform/sms/sms-sender.ts'
import type { UserRepository } from './user.repository.ts'

const LIFETIME_MS = 5 * 60_000

/** `Scene`: what codes are for. A service of its own sends codes by mail: `mobile` is the address then. */
type SmsRequest<Scene extends string = SmsScene> = {
  mobile: string
  scene: Scene
  address: string
  deviceId: string
}
type SmsRequestError = Limited | { type: 'notSent' }

type SmsCodeOf<Scene extends string = SmsScene> = { mobile: string; scene: Scene; code: string }
/** A code that somebody typed at this address. */
export type SmsGuess<Scene extends string = SmsScene> = SmsCodeOf<Scene> & { address: string }
/** `malformed` input cannot be a code and does not count as a guess. */
export type SmsGuessError = Limited | { type: 'malformed' } | { type: 'wrong'; guessesLeft: number } | { type: 'void' }

/**
 * Runs in the transaction that uses the code up. `restoreCode` makes the code valid again with this guess counted, for
 * input that the person can correct and send again.
 */
export type OnRightCode<T> = (tx: Database, restoreCode: () => Promise<void>) => Promise<T>

type SmsCodeDeps<Scene extends string> = {
  db: Database
  clock: Clock
  random: Random
  hmac: Hmac
  sender: SmsSender<Scene>
  limiter: Limiter
  guessesPerCode: number
  log: Logger
}

export interface SmsCodeService<Scene extends string = SmsScene> {
  /** Replaces the code of the number and scene by a new one and sends it. The number need not be registered. */
  request(request: SmsRequest<Scene>): Promise<Result<null, SmsRequestError>>
  /**
   * Takes one guess. A right code is used up in the transaction that runs `onRight`, so that a failure of `onRight`
   * does not lose the code.
   */
  guess<T>(guess: SmsGuess<Scene>, onRight: OnRightCode<T>): Promise<Result<T, SmsGuessError>>
  /**
   * As `guess`, for preparation that is too slow for a transaction. `prepare` runs only while a valid code exists, so
   * that each run costs the caller an SMS.
   */
  guessPrepared<T>(guess: SmsGuess<Scene>, prepare: () => Promise<OnRightCode<T>>): Promise<Result<T, SmsGuessError>>
}

const isOfNumber = (error: unknown) =>
  error instanceof Error && error.cause instanceof SmsRefused && error.cause.isOfNumber

const codePattern = new RegExp(`^\\d{${SMS_CODE_LENGTH}}$`)

export function createSmsCodeService<Scene extends string = SmsScene>(deps: SmsCodeDeps<Scene>): SmsCodeService<Scene> {
  const { db, clock, random, hmac, sender, limiter, guessesPerCode, log } = deps

  const newCode = () => String(random.integer(10 ** SMS_CODE_LENGTH)).padStart(SMS_CODE_LENGTH, '0')
  const checksumOf = ({ mobile, scene, code }: SmsCodeOf<Scene>) => hmac('sms', scene, mobile, code)

  async function record(guess: SmsCodeOf<Scene>) {
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

  /** Gives the limits back and deletes the code of a message that was not sent. */
  async function undo(guess: SmsCodeOf<Scene>, receipt: Receipt) {
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
        // Without a device id, all devices at one address count as one.
        { limit: 'smsPerDevice', subject: deviceId === '' ? `at ${address}` : deviceId },
        { limit: 'smsOfService', subject: 'all' },
      ])
      if (!taken.ok) {
        if (taken.error.limit === 'smsOfService') log.error('sms-service-limit-reached')
        return taken
      }
      const guess = { mobile, scene, code: newCode() }
      try {
        // The code is stored before it is sent: a code that arrives must be valid.
        await record(guess)
      } catch (error) {
        await limiter.giveBack(taken.value)
        throw error
      }
      try {
        await sender.send(guess)
        return ok(null)
      } catch (error) {
        // A provider that fails is logged once, by its guard; a number that it refuses is logged each time.
        if (isOfNumber(error)) log.warn('sms-refused', { error })
        await undo(guess, taken.value)
        return failed({ type: 'notSent' })
      }
    },

    guess: (guess, onRight) => guessPrepared(guess, async () => onRight),
    guessPrepared,
  }

  async function guessPrepared<T>(
    typed: SmsGuess<Scene>,
    prepare: () => Promise<OnRightCode<T>>,
  ): Promise<Result<T, SmsGuessError>> {
    const guess = { ...typed, code: typed.code.normalize('NFKC').trim() }
    if (!codePattern.test(guess.code)) return failed({ type: 'malformed' })
    // The guess is taken before the code is compared and given back unless it was wrong, so that concurrent guesses
    // cannot exceed the limit.
    const taken = await limiter.take([
      // A stranger who types wrong codes locks the number at the own address, and only with many addresses everywhere.
      { limit: 'wrongSmsCodesPerMobileAndAddress', subject: `${guess.mobile} at ${guess.address}` },
      { limit: 'wrongSmsCodesPerMobile', subject: guess.mobile },
    ])
    if (!taken.ok) return taken
    let wasWrong = false
    try {
      if (!(await hasLiveCode(guess))) return failed({ type: 'void' })
      const onRight = await prepare()
      const outcome = await db.transaction().execute(async (tx) => {
        const consumed = await consume(tx, guess)
        return consumed.ok ? ok(await onRight(tx, () => restore(tx, guess))) : consumed
      })
      wasWrong = !outcome.ok && outcome.error.type === 'wrong'
      return outcome
    } finally {
      if (!wasWrong) await limiter.giveBack(taken.value)
    }
  }

  async function hasLiveCode({ mobile, scene }: SmsCodeOf<Scene>) {
    return db
      .selectFrom('sms_code')
      .where('mobile', '=', mobile)
      .where('scene', '=', scene)
      .where('used_at', 'is', null)
      .where('guesses_left', '>', 0)
      .where('expires_at', '>', clock.now())
      .$call(findsRow)
  }

  /** Counts the guess and uses the code up in one statement; the row lock serialises concurrent guesses of one code. */
  async function consume(tx: Database, guess: SmsGuess<Scene>): Promise<Result<null, SmsGuessError>> {
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

async function restore(tx: Database, { mobile, scene }: SmsCodeOf<string>) {
  await tx
    .updateTable('sms_code')
    .set({ used_at: null })
    .where('mobile', '=', mobile)
    .where('scene', '=', scene)
    .execute()
}

/** Refusal for a code that was not sent. */
export function smsRequestRefusal(error: SmsRequestError): Refusal {
  switch (error.type) {
    case 'limited':
      return limitRefusal(error)
    case 'notSent':
      return new Refusal({ code: resultCode.smsNotSent, message: '短信发送失败，请稍后重试' })
    default:
      return error satisfies never
  }
}

/** Refusal for a code that was not accepted. `wayRound`: what the user can do instead of waiting. */
export function smsGuessRefusal(error: SmsGuessError, wayRound?: string): Refusal {
  switch (error.type) {
    case 'limited':
      return limitRefusal(error, wayRound)
    case 'malformed':
      return new Refusal({ code: resultCode.smsCodeWrong, message: '请输入 6 位数字验证码' })
    case 'wrong':
      return error.guessesLeft > 0
        ? new Refusal({ code: resultCode.smsCodeWrong, message: `验证码错误，还可尝试 ${error.guessesLeft} 次` })
        : new Refusal({ code: resultCode.smsCodeVoid, message: '验证码错误次数过多，请重新获取' })
    case 'void':
      return new Refusal({ code: resultCode.smsCodeVoid, message: '验证码已失效，请重新获取' })
    default:
      return error satisfies never
  }
}

type NumberProof = {
  session: Session
  scene: SmsScene
  /** Empty: none was sent. */
  smsCode: string
  address: string
}

/**
 * Runs `act` in a transaction. A session that a partner opened needs a code of the scene, sent to the number of the
 * account: the partner has verified the number, but the person at the device may be another one. @throws Refusal
 */
export type ProveOwnNumber = <T>(proof: NumberProof, act: OnRightCode<T>) => Promise<T>

type OwnNumberProofDeps = {
  db: Database
  users: Pick<UserRepository, 'findMobile'>
  smsCodes: Pick<SmsCodeService, 'guess'>
}

export function createOwnNumberProof({ db, users, smsCodes }: OwnNumberProofDeps): ProveOwnNumber {
  return async ({ session, scene, smsCode, address }, act) => {
    if (session.source === null) return db.transaction().execute((tx) => act(tx, async () => {}))
    if (smsCode === '') throw new Refusal({ code: resultCode.contactUnproved, message: '请先验证本人手机号' })
    const mobile = await users.findMobile(db, session.userId)
    if (mobile === null) throw noSession()
    return valueOrThrow(await smsCodes.guess({ mobile, scene, code: smsCode, address }, act), smsGuessRefusal)
  }
}
