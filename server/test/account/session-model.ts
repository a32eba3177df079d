import * as fc from 'fast-check'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const IDLE = 30 * DAY
const lifetimeOf = (isExternal: boolean) => (isExternal ? DAY : 90 * DAY)
const DEVICES = 5

/** People and sessions go by number; a number beyond those there are is taken modulo. */
export type SessionStep =
  | { type: 'open'; person: number; isExternal: boolean }
  | { type: 'find'; session: number }
  | { type: 'end'; session: number }
  /** `person` signs out a device, of their own or of somebody else. */
  | { type: 'signOut'; person: number; session: number }
  | { type: 'endOthers'; session: number }
  /** As a new password does. */
  | { type: 'endAll'; person: number }
  | { type: 'list'; person: number }
  | { type: 'pass'; milliseconds: number }
  | { type: 'setClock'; by: number }

export const PEOPLE = 2
const person = fc.nat({ max: PEOPLE - 1 })
const session = fc.nat({ max: 30 })

/** Anything that can happen to sessions, the clock being set forth and back included. */
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

type Known = {
  person: number
  isExternal: boolean
  openedAt: number
  /** What the clock showed when it was opened or found. */
  seen: number[]
  hasEnded: boolean
  /** Whether the limit of five may have ended it: the model does not always know which of them still lived. */
  isDoubtful: boolean
}

/**
 * What must be true of sessions, said of times that were seen instead of times that are stored. Where the hour to which
 * last uses are kept leaves both answers open, so does the model.
 */
export class SessionModel {
  now: number
  #wasSetBack = false
  readonly #sessions: Known[] = []

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
      .filter((known) => known.person === owner && !known.hasEnded)
      .toSorted((a, b) => b.openedAt - a.openedAt)
    for (const [at, known] of earlier.entries()) {
      const newer = earlier.slice(0, at)
      // Opened at the same moment, either of two may be taken for the newer one.
      const beside = earlier.filter((other) => other !== known && other.openedAt === known.openedAt)
      const surely = newer.filter((other) => this.#mustLive(other) && !beside.includes(other)).length
      const possibly = new Set([...newer, ...beside]).size
      if (surely >= DEVICES - 1 || this.#mustBeOver(known)) known.hasEnded = true
      else if (possibly >= DEVICES - 1) known.isDoubtful = true
      else if (!this.#mustLive(known)) known.isDoubtful = true
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

  /** @throws Error when a session was found that must be over, or was not found though it lives. */
  found(number: number, isFound: boolean) {
    const known = this.#of(number)
    this.#judge(known, number, isFound)
    if (isFound) known.seen.push(this.now)
    else known.hasEnded = true
    if (isFound) known.isDoubtful = false
  }

  /** @throws Error when the list holds a session that must be over, or lacks one that lives. */
  listed(owner: number, numbers: readonly number[]) {
    if (numbers.length > DEVICES) throw new Error(`${numbers.length} devices are signed in`)
    for (const [number, known] of this.#sessions.entries()) {
      if (known.person === owner) this.#judge(known, number, numbers.includes(number))
      else if (numbers.includes(number)) throw new Error(`${number} belongs to somebody else`)
    }
  }

  end(number: number) {
    this.#of(number).hasEnded = true
  }

  signOut(owner: number, number: number) {
    if (this.#of(number).person === owner) this.end(number)
  }

  endOthers(number: number) {
    const kept = this.#of(number)
    for (const known of this.#sessions) if (known !== kept && known.person === kept.person) known.hasEnded = true
  }

  endAll(owner: number) {
    for (const known of this.#sessions) if (known.person === owner) known.hasEnded = true
  }

  #of(number: number): Known {
    const known = this.#sessions[number]
    if (known === undefined) throw new RangeError('no such session')
    return known
  }

  #judge(known: Known, number: number, isThere: boolean) {
    if (isThere && this.#mustBeOver(known)) throw new Error(`session ${number} came back or lives too long`)
    if (!isThere && this.#mustLive(known)) throw new Error(`session ${number} ended too early`)
  }

  #mustBeOver({ hasEnded, isExternal, openedAt, seen }: Known): boolean {
    const lifetime = lifetimeOf(isExternal)
    const tolerance = this.#wasSetBack ? HOUR : 0
    return (
      hasEnded ||
      this.now >= openedAt + lifetime ||
      // Also one that was opened while the clock was ahead.
      this.now >= Math.min(...seen) + lifetime + HOUR ||
      this.now >= (seen.at(-1) ?? 0) + IDLE + tolerance
    )
  }

  #mustLive({ hasEnded, isDoubtful, isExternal, seen }: Known): boolean {
    const isYoung = this.now < Math.min(...seen) + lifetimeOf(isExternal)
    return !hasEnded && !isDoubtful && isYoung && this.now < (seen.at(-1) ?? 0) + IDLE - HOUR
  }
}
