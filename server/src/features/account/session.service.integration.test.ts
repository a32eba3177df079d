import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { PEOPLE, SessionModel, type SessionStep, sessionSteps } from '../../../test/account/session-model.ts'
import { describeBothDatabases, describeDatabases } from '../../../test/databases/databases.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/log/logger.ts'
import { createSessionService } from './session.service.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 5, 30)
const device = { deviceType: 'ios', deviceId: 'test', fr: '' } as const
const log = createLogger('silent', () => {})

const personOf = (number: number) => `u-${number}`

async function addPerson(db: Database, userId: string) {
  const nothing = { nickname: null, password_hash: null, vip_expire_at: null, vip_source: null, erase_at: null }
  await db
    .insertInto('user_account')
    .values({ id: userId, mobile: userId, created_at: start, ...nothing })
    .execute()
}

/** Opens sessions of an existing user. */
async function open(db: Database) {
  await addPerson(db, 'u-test')
  const clock = { time: start, now: () => clock.time }
  const sessions = createSessionService({ db, clock, random: systemRandom, log })
  const openOne = (userId = 'u-test') => db.transaction().execute((tx) => sessions.open(tx, userId, device))
  return { clock, sessions, openOne }
}

/** The real sessions, compared with the model. */
class Sessions {
  readonly #db: Database
  readonly #model = new SessionModel(start)
  readonly #service
  readonly #tokens: string[] = []
  /** By number of the session. */
  readonly #ids: string[] = []

  constructor(db: Database) {
    this.#db = db
    this.#service = createSessionService({ db, clock: { now: () => this.#model.now }, random: systemRandom, log })
  }

  async take(step: SessionStep) {
    const model = this.#model
    if (step.type === 'pass') model.pass(step.milliseconds)
    else if (step.type === 'setClock') model.setClock(step.by)
    else if ('session' in step) {
      if (model.count > 0) await this.#takeOfSession(step, step.session % model.count)
    } else if (step.type === 'list') {
      const listed = await this.#service.list(personOf(step.person))
      model.listed(
        step.person,
        listed.map(({ id }) => this.#ids.indexOf(id)),
      )
    } else if (step.type === 'endAll') {
      await this.#db.transaction().execute((tx) => this.#service.endAll(tx, personOf(step.person)))
      model.endAll(step.person)
    } else {
      const source = step.isExternal ? 'partner' : null
      const token = await this.#db
        .transaction()
        .execute((tx) => this.#service.open(tx, personOf(step.person), device, source))
      model.open(step.person, step.isExternal)
      this.#tokens.push(token)
      this.#ids.push((await this.#service.find(token))?.id ?? '')
    }
  }

  async #takeOfSession(step: Extract<SessionStep, { session: number }>, number: number) {
    const model = this.#model
    if (step.type === 'signOut') {
      await this.#service.endOne(this.#db, personOf(step.person), this.#ids[number] ?? '')
      model.signOut(step.person, number)
      return
    }
    const session = await this.#service.find(this.#tokens[number] ?? '')
    model.found(number, session !== null)
    if (session === null) return
    if (step.type === 'end') {
      await this.#service.end(session)
      model.end(number)
    } else if (step.type === 'endOthers') {
      await this.#service.endOthers(this.#db, session)
      model.endOthers(number)
    }
  }
}

describeDatabases('sessions', (freshDatabase) => {
  it('expire, and never become valid again, whatever the clock does', async () => {
    const { db } = await freshDatabase()
    await fc.assert(
      fc.asyncProperty(sessionSteps, async (steps) => {
        await db.deleteFrom('user_account').execute()
        for (let number = 0; number < PEOPLE; number += 1) await addPerson(db, personOf(number))
        const sessions = new Sessions(db)
        for (const step of steps) await sessions.take(step)
      }),
      { numRuns: 60 },
    )
  })

  it('are written once an hour, however often they are used', async () => {
    const { db } = await freshDatabase()
    const { clock, sessions, openOne } = await open(db)
    const token = await openOne()
    const stored = async () => (await db.selectFrom('session').select('last_used_at').executeTakeFirst())?.last_used_at
    for (const [passed, expected] of [
      [HOUR - 1, start],
      [1, start + HOUR],
      [HOUR - 1, start + HOUR],
      [1, start + 2 * HOUR],
    ] as const) {
      clock.time += passed
      expect(await sessions.find(token)).not.toBeNull()
      expect(await stored()).toBe(expected)
    }
  })
})

// Concurrent calls depend on the database.
describeBothDatabases('sessions', (freshDatabase) => {
  it('are limited to five when twenty are opened at once', async () => {
    const { db } = await freshDatabase()
    const { sessions, openOne } = await open(db)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => openOne()))
    const found = await Promise.all(tokens.map((token) => sessions.find(token)))
    expect(found.filter((session) => session !== null)).toHaveLength(5)
  })
})
