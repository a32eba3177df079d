import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SessionModel, type SessionStep, sessionSteps } from '../../../test/account/session-model.ts'
import { beginLife, isOver, lifeAfterUse, type SessionLife, sessionsToKeep } from './session.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const start = Date.UTC(2026, 5, 30)

const newestFirst = (lives: readonly SessionLife[]) => lives.toReversed()

type Stored = SessionLife & { number: number; person: number }

/** Sessions in memory, decided by the same functions as on the server. */
class Sessions {
  readonly model = new SessionModel(start)
  #stored: Stored[] = []

  take(step: SessionStep) {
    const { model } = this
    const { now, count } = model
    if ('session' in step) {
      if (count === 0) return
      this.#takeOfSession(step, step.session % count)
      return
    }
    if (step.type === 'pass') model.pass(step.milliseconds)
    else if (step.type === 'setClock') model.setClock(step.by)
    else if (step.type === 'list') {
      const listed = this.#stored.filter((session) => session.person === step.person && !isOver(session, now))
      model.listed(
        step.person,
        listed.map(({ number }) => number),
      )
    } else if (step.type === 'endAll') {
      this.#keep((session) => session.person !== step.person)
      model.endAll(step.person)
    } else {
      const own = this.#stored.filter((session) => session.person === step.person)
      const source = step.isExternal ? 'a' : null
      const staying = sessionsToKeep(own, now, source)
      this.#keep((session) => session.person !== step.person || staying.includes(session))
      this.#stored.push({ ...beginLife(source, now), number: count, person: step.person })
      model.open(step.person, step.isExternal)
    }
  }

  #takeOfSession(step: Extract<SessionStep, { session: number }>, number: number) {
    const { model } = this
    const session = this.#stored.find((stored) => stored.number === number)
    if (step.type === 'find') {
      const used = session === undefined ? null : lifeAfterUse(session, model.now)
      this.#keep((stored) => stored !== session)
      if (used !== null) this.#stored.push(used)
      model.found(number, used !== null)
    } else if (step.type === 'end') {
      this.#keep((stored) => stored !== session)
      model.end(number)
    } else if (step.type === 'signOut') {
      this.#keep((stored) => stored !== session || stored.person !== step.person)
      model.signOut(step.person, number)
    } else if (session !== undefined) {
      this.#keep((stored) => stored === session || stored.person !== session.person)
      model.endOthers(number)
    }
  }

  #keep(isKept: (session: Stored) => boolean) {
    this.#stored = this.#stored.filter(isKept)
  }
}

describe('a session', () => {
  it('expires, and never becomes valid again, whatever the clock does', () => {
    fc.assert(
      fc.property(sessionSteps, (steps) => {
        const sessions = new Sessions()
        for (const step of steps) sessions.take(step)
      }),
      { numRuns: 10_000 },
    )
  })

  it.each([
    ['opened here', null, 90 * DAY],
    ['from outside', 'a', DAY],
  ])('%s is valid to the last millisecond', (_, source, lifetime) => {
    const life = beginLife(source, start)
    const used = { ...life, lastUsedAt: start + lifetime - HOUR }
    expect(isOver(used, start + lifetime - 1)).toBe(false)
    expect(isOver(used, start + lifetime)).toBe(true)
  })

  it('is over after thirty days without use', () => {
    const life = beginLife(null, start)
    expect(lifeAfterUse(life, start + 30 * DAY - 1)).toMatchObject({ lastUsedAt: start + 30 * DAY - 1 })
    expect(lifeAfterUse(life, start + 30 * DAY)).toBeNull()
  })

  it('is written at most once an hour', () => {
    const life = beginLife(null, start)
    expect(lifeAfterUse(life, start + HOUR - 1)).toBe(life)
    expect(lifeAfterUse(life, start - HOUR + 1)).toBe(life)
    for (const at of [start + HOUR, start - HOUR]) expect(lifeAfterUse(life, at)).toMatchObject({ lastUsedAt: at })
  })

  it('opened while the clock was 400 days ahead does not live longer', () => {
    const life = beginLife(null, start + 400 * DAY)
    expect(lifeAfterUse(life, start)).toEqual({ ...life, lastUsedAt: start, expiresAt: start + 90 * DAY })
  })

  it('leaves the four newest live ones when another is opened', () => {
    const opened = Array.from({ length: 6 }, (_, day) => beginLife(null, start + day * DAY))
    const [oldest, ...newer] = opened
    expect(sessionsToKeep(opened, start + 6 * DAY, null)).toEqual(newer.slice(1).toReversed())
    const used = { ...beginLife(null, start), lastUsedAt: start + 35 * DAY }
    expect(sessionsToKeep([...newer.slice(0, 4), used], start + 36 * DAY, null)).toEqual([used])
    expect(oldest).toBeDefined()
  })

  it('from a partner ends logins from partners before those that its user opened here', () => {
    const own = Array.from({ length: 5 }, (_, hour) => beginLife(null, start + hour * HOUR))
    const ofPartner = Array.from({ length: 5 }, (_, hour) => beginLife('a', start + hour * HOUR))
    const now = start + 6 * HOUR
    expect(sessionsToKeep([...own, ...ofPartner], now, 'a')).toEqual(newestFirst(own.slice(1)))
    expect(sessionsToKeep([...own.slice(1), ...ofPartner.slice(0, 1)], now, 'a')).toEqual(newestFirst(own.slice(1)))
    expect(sessionsToKeep([...own.slice(0, 2), ...ofPartner], now, 'a')).toEqual([
      ...newestFirst(own.slice(0, 2)),
      ...newestFirst(ofPartner.slice(3)),
    ])
    expect(sessionsToKeep(ofPartner, now, 'b')).toEqual(newestFirst(ofPartner.slice(1)))
    expect(sessionsToKeep([...own, ...ofPartner.slice(0, 1)], now, null)).toHaveLength(4)
  })
})
