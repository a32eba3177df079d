import { resultCode } from '@baiqicha/contract/result-codes'

const { ok, contactUnproved, noSession, tooManyRequests, captchaWrong, smsCodeWrong, smsCodeVoid, followLimit } =
  resultCode

/** Limits of the servers, none of which refills within a test. */
export const modelLimits = {
  smsPerMobile: 6,
  wrongSmsCodesPerMobile: 7,
  guessesPerSmsCode: 5,
  feedbackPerUser: 3,
  uploadsPerPerson: 2,
  correctionsPerPerson: 3,
} as const
const SESSIONS = 5
const FOLLOWS = { registered: 5, vip: 100 } as const

type SmsCode = { text: string; guessesLeft: number; isUsed: boolean }

/**
 * What one person may do, as one process would decide. Each method states what a call must be answered, and remembers its
 * effect. The person's calls come one after another; those of other persons do not matter.
 */
export class PersonModel {
  readonly mobile: string
  /** Tokens of all sessions, with those that have ended. */
  readonly tokens: string[] = []
  readonly tickets: string[] = []
  #open: string[] = []
  /** Tokens of sessions that a partner opened. */
  readonly #external = new Set<string>()
  #code: SmsCode | null = null
  #smsLeft: number = modelLimits.smsPerMobile
  #wrongLeft: number = modelLimits.wrongSmsCodesPerMobile
  #feedbackLeft: number = modelLimits.feedbackPerUser
  #uploadsLeft: number = modelLimits.uploadsPerPerson
  #correctionsLeft: number = modelLimits.correctionsPerPerson
  readonly #usedTickets = new Set<string>()
  readonly #follows = new Set<string>()
  nickname: string | null = null
  hasGift = false
  feedback = 0
  corrections = 0

  constructor(mobile: string) {
    this.mobile = mobile
  }

  get code(): string | null {
    return this.#code?.text ?? null
  }

  get openTokens(): readonly string[] {
    return this.#open
  }

  /** `text` is the code that was sent, if one was. */
  requestCode(isCaptchaRight: boolean, text: () => string): number {
    if (!isCaptchaRight) return captchaWrong
    if (this.#smsLeft === 0) return tooManyRequests
    this.#smsLeft -= 1
    this.#code = { text: text(), guessesLeft: modelLimits.guessesPerSmsCode, isUsed: false }
    return ok
  }

  guess(typed: string): number {
    if (this.#wrongLeft === 0) return tooManyRequests
    const code = this.#code
    if (code === null || code.isUsed || code.guessesLeft === 0) return smsCodeVoid
    code.guessesLeft -= 1
    if (typed === code.text) {
      code.isUsed = true
      return ok
    }
    this.#wrongLeft -= 1
    return code.guessesLeft === 0 ? smsCodeVoid : smsCodeWrong
  }

  /** A session beyond the fifth ends the oldest; one that a partner opened ends the oldest of partners first. */
  opened(token: string, { isExternal = false } = {}) {
    this.tokens.push(token)
    const goesFirst = (one: string) => isExternal && this.#external.has(one)
    const endsFirst = [...this.#open.filter(goesFirst), ...this.#open.filter((one) => !goesFirst(one))]
    const staying = endsFirst.slice(-(SESSIONS - 1))
    this.#open = [...this.#open.filter((one) => staying.includes(one)), token]
    if (isExternal) this.#external.add(token)
  }

  /** What a call that ends all other sessions is answered without a code. */
  signOutOthers(token: string): number {
    return this.#external.has(token) ? contactUnproved : ok
  }

  /** What a call with the token is answered. */
  session(token: string): number {
    return this.#open.includes(token) ? ok : noSession
  }

  exchange(ticket: string): number {
    if (this.#usedTickets.has(ticket)) return noSession
    this.#usedTickets.add(ticket)
    return ok
  }

  ended(token: string) {
    this.#open = this.#open.filter((one) => one !== token)
  }

  endedOthers(token: string) {
    this.#open = [token]
  }

  follow(companyId: string): number {
    const limit = this.hasGift ? FOLLOWS.vip : FOLLOWS.registered
    if (!this.#follows.has(companyId) && this.#follows.size >= limit) return followLimit
    this.#follows.add(companyId)
    return ok
  }

  unfollow(companyId: string) {
    this.#follows.delete(companyId)
  }

  get follows(): readonly string[] {
    return [...this.#follows].toSorted()
  }

  sendFeedback(): number {
    if (this.#feedbackLeft === 0) return tooManyRequests
    this.#feedbackLeft -= 1
    this.feedback += 1
    return ok
  }

  upload(): number {
    if (this.#uploadsLeft === 0) return tooManyRequests
    this.#uploadsLeft -= 1
    return ok
  }

  submitCorrection(): number {
    if (this.#correctionsLeft === 0) return tooManyRequests
    this.#correctionsLeft -= 1
    this.corrections += 1
    return ok
  }
}
