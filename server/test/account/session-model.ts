import * as fc from 'fast-check'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const IDLE = 30 * DAY
const lifetimeOf = (isExternal: boolean) => (isExternal ? DAY : 90 * DAY)
const DEVICES = 5

/** Users and sessions are given by number, modulo their count. */
export type SessionStep =
  | { type: 'open'; person: number; isExternal: boolean }
  | { type: 'find'; session: number }
  | { type: 'end'; session: number }
  /** `person` signs out a device, which may be another user's. */
  | { type: 'signOut'; person: number; session: number }
  | { type: 'endOthers'; session: number }
  /** Ends all sessions, as a new password does. */
  | { type: 'endAll'; person: number }
  | { type: 'list'; person: number }
  | { type: 'pass'; milliseconds: number }
  | { type: 'setClock'; by: number }

export const PEOPLE = 2
const person = fc.nat({ max: PEOPLE - 1 })
const session = fc.nat({ max: 30 })

/** All operations on sessions, and changes of the clock forth and back. */
export const sessionSteps = fc.array(
  fc.oneof<fc.WeightedArbitrary<SessionStep>[]>(
    { weight: 6, arbitrary: fc.record({ type: fc.constant('open'), person, isExternal: fc.boolean() }) },
    { weight: 8, arbitrary: fc.record({ type: fc.constant('find'), session }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('end'), session }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('signOut'), person, session }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('endOthers'), session }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('endAll'), person }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('list'), person }) },
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('pass'),
        milliseconds: fc.constantFrom(MINUTE, HOUR - 1, HOUR, 23 * HOUR, DAY, 15 * DAY, IDLE - HOUR, IDLE, 60 * DAY),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('setClock'), by: fc.constantFrom(-HOUR, HOUR, 400 * DAY, -400 * DAY) }),
    },
  ),
  { maxLength: 40, size: 'max' },
)

type ModelSession = {
  person: number
  isExternal: boolean
  openedAt: number
  /** Times of the clock when it was opened or found, in ms. */
  seen: number[]
  hasEnded: boolean
  /** Whether the limit of five may have ended it: the model cannot always decide which session was ended. */
  isDoubtful: boolean
}

/**
 * Model of sessions. It judges by observed times instead of stored ones. The store rounds last uses to an hour; within
 * that hour the model accepts both results.
 */
export class SessionModel {
  now: number
  #wasSetBack = false
  readonly #sessions: ModelSession[] = []

  constructor(now: number) {
    this.now = now
  }

  get count(): number {
    return this.#sessions.length
  }

  pass(milliseconds: number) {
    this.now += milliseconds
  }

  setClock(by: number) {
    this.now += by
    if (by < 0) this.#wasSetBack = true
  }

  open(owner: number, isExternal: boolean) {
    const earlier = this.#sessions
      .filter((opened) => opened.person === owner && !opened.hasEnded)
      .toSorted((a, b) => b.openedAt - a.openedAt)
    for (const [at, opened] of earlier.entries()) {
      // A login from a partner ends those from partners first.
      const isBefore = (other: ModelSession, index: number) =>
        isExternal && other.isExternal !== opened.isExternal ? opened.isExternal : index < at
      const newer = earlier.filter(isBefore)
      // Of two sessions opened at the same time, either may count as the newer one.
      const beside = earlier.filter((other) => other !== opened && other.openedAt === opened.openedAt)
      const surely = newer.filter((other) => this.#mustBeActive(other) && !beside.includes(other)).length
      const possibly = new Set([...newer, ...beside]).size
      if (surely >= DEVICES - 1 || this.#mustHaveEnded(opened)) opened.hasEnded = true
      else if (possibly >= DEVICES - 1) opened.isDoubtful = true
      else if (!this.#mustBeActive(opened)) opened.isDoubtful = true
    }
    this.#sessions.push({
      person: owner,
      isExternal,
      openedAt: this.now,
      seen: [this.now],
      hasEnded: false,
      isDoubtful: false,
    })
  }

  /** @throws Error if a session was found after its end, or not found before it */
  found(number: number, isFound: boolean) {
    const opened = this.#of(number)
    this.#judge(opened, number, isFound)
    if (isFound) opened.seen.push(this.now)
    else opened.hasEnded = true
    if (isFound) opened.isDoubtful = false
  }

  /** @throws Error if the list contains an ended session, or lacks an active one */
  listed(owner: number, numbers: readonly number[]) {
    if (numbers.length > DEVICES) throw new Error(`${numbers.length} devices are signed in`)
    for (const [number, opened] of this.#sessions.entries()) {
      if (opened.person === owner) this.#judge(opened, number, numbers.includes(number))
      else if (numbers.includes(number)) throw new Error(`${number} belongs to another user`)
    }
  }

  end(number: number) {
    this.#of(number).hasEnded = true
  }

  signOut(owner: number, number: number) {
    if (this.#of(number).person === owner) this.end(number)
  }

  endOthers(number: number) {
    const current = this.#of(number)
    for (const opened of this.#sessions)
      if (opened !== current && opened.person === current.person) opened.hasEnded = true
  }

  endAll(owner: number) {
    for (const opened of this.#sessions) if (opened.person === owner) opened.hasEnded = true
  }

  #of(number: number): ModelSession {
    const opened = this.#sessions[number]
    if (opened === undefined) throw new RangeError('no such session')
    return opened
  }

  #judge(opened: ModelSession, number: number, isThere: boolean) {
    if (isThere && this.#mustHaveEnded(opened)) throw new Error(`session ${number} came back or lives too long`)
    if (!isThere && this.#mustBeActive(opened)) throw new Error(`session ${number} ended too early`)
  }

  #mustHaveEnded({ hasEnded, isExternal, openedAt, seen }: ModelSession): boolean {
    const lifetime = lifetimeOf(isExternal)
    const tolerance = this.#wasSetBack ? HOUR : 0
    return (
      hasEnded ||
      this.now >= openedAt + lifetime ||
      // Also covers sessions that were opened while the clock was ahead.
      this.now >= Math.min(...seen) + lifetime + HOUR ||
      this.now >= (seen.at(-1) ?? 0) + IDLE + tolerance
    )
  }

  #mustBeActive({ hasEnded, isDoubtful, isExternal, seen }: ModelSession): boolean {
    const isYoung = this.now < Math.min(...seen) + lifetimeOf(isExternal)
    return !hasEnded && !isDoubtful && isYoung && this.now < (seen.at(-1) ?? 0) + IDLE - HOUR
  }
}
