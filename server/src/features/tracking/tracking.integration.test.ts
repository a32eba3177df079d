import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { API_BASE, TOKEN_HEADER } from '@baiqicha/contract/routes'
import * as fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import {
  call,
  freshMobile,
  openTestApp,
  shippedLimits,
  signIn,
  type TestApp,
  withLimits,
} from '../../../test/http/app.ts'
import { isNightly } from '../../../test/nightly.ts'
import { createMemoryEventStore, pageviewBody, sentPageview } from '../../../test/tracking/events.ts'
import type { AppDeps } from '../../app/deps.ts'
import { createFileEventStore } from './file-event-store.ts'

const url = `${API_BASE}/v1/userActionLog/save`
const json = { 'content-type': 'application/json' }
const post = ({ app }: TestApp, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, headers: { ...json, ...headers }, payload: JSON.stringify(payload) })
/** Code of the envelope. */
const codeOf = (answer: { json: () => unknown }) => envelopeSchema.parse(answer.json()).code

describeDatabases('POST /v1/userActionLog/save', (freshDatabase) => {
  async function openTracking(deviation: Partial<AppDeps> = {}) {
    const { db } = await freshDatabase()
    const events = createMemoryEventStore()
    const test = await openTestApp(db, { eventStore: events.store, ...deviation })
    return { ...test, db, ...events }
  }

  it('answers code 0 without data, and stores the event within the flush of the next second', async () => {
    const test = await openTracking()
    const answer = await post(test, pageviewBody({ timestamp: test.clock.time }))
    expect([answer.statusCode, answer.json()]).toEqual([200, { code: 0, message: '', data: null }])
    await test.app.close()
    expect(test.stored).toMatchObject([{ type: 'pageview', url: '/home', subject: null }])
  })

  it('stores the random subject of the session, whatever the body says, and one per user', async () => {
    const test = await openTracking()
    const { token } = await signIn(test)
    await post(test, pageviewBody({ userId: 'u-of-another' }), { [TOKEN_HEADER]: token })
    await post(test, pageviewBody(), { [TOKEN_HEADER]: token })
    await post(test, pageviewBody(), { [TOKEN_HEADER]: 'not-a-session' })
    await post(test, pageviewBody())
    await test.app.close()
    const [subject] = await test.db.selectFrom('tracking_subject').select('subject').execute()
    expect(test.stored.map((event) => event.subject)).toEqual([subject?.subject, subject?.subject, null, null])
  })

  it('erases the subject with the account, which leaves its events anonymous', async () => {
    const test = await openTracking()
    const { token } = await signIn(test)
    await post(test, pageviewBody(), { [TOKEN_HEADER]: token })
    await test.app.close()
    await test.db.deleteFrom('user_account').execute()
    expect(await test.db.selectFrom('tracking_subject').selectAll().execute()).toEqual([])
    expect(test.stored).toHaveLength(1)
  })

  it.each([
    ['no appId', { ...pageviewBody(), appId: undefined }],
    ['another appId', { ...pageviewBody(), appId: 'bqc' }],
    ['an unknown type', { ...pageviewBody(), type: 'exposure' }],
    ['no data', { ...pageviewBody(), data: undefined }],
    ['an empty list', { ...pageviewBody(), data: [] }],
    ['more events than a batch', { ...pageviewBody(), data: Array.from({ length: 21 }, () => sentPageview()) }],
    ['a list instead of an object', []],
    ['a short timestamp', pageviewBody({ swiftNumber: '17954208000' })],
    ['a screen in words', pageviewBody({ screen: 'large' })],
  ])('refuses a body with %s', async (_, body) => {
    const test = await openTracking()
    expect((await post(test, body)).statusCode).toBe(400)
  })

  it('refuses a body above 16 KiB', async () => {
    const test = await openTracking()
    const body = pageviewBody({ title: '长'.repeat(6_000) })
    expect((await post(test, body)).statusCode).toBe(400)
  })

  it('answers 503 with Retry-After while events cannot be stored, and stores them all afterwards', async () => {
    const test = await openTracking()
    test.state.fails = true
    expect((await post(test, pageviewBody())).statusCode).toBe(200)
    await expect
      .poll(async () => (await post(test, pageviewBody())).statusCode, { interval: 20, timeout: 5_000 })
      .toBe(503)
    const refused = await post(test, pageviewBody())
    expect(refused.headers['retry-after']).toBe('2')
    expect((await call(test.app, 'homeConfig', {})).code).toBe(0)
    test.state.fails = false
    await test.app.close()
    expect(test.stored.length).toBeGreaterThan(0)
  })

  it('refuses the hostile ones of 1,000 bodies, takes the others, and stores only events', async () => {
    const test = await openTracking()
    const counts = new Map<number, number>()
    const hostile = fc.oneof(
      fc.json().map((text): unknown => JSON.parse(text)),
      fc.record({
        appId: fc.constant('bqc-h5'),
        type: fc.constantFrom('pageview', 'click', 'device_change', '__proto__'),
        data: fc.oneof(
          fc.object({ maxDepth: 3 }),
          fc.dictionary(
            fc.constantFrom('eventId', 'url', 'title', 'customData', 'timestamp', '__proto__'),
            fc.anything(),
          ),
        ),
      }),
      {
        weight: 2,
        arbitrary: fc
          .oneof(damagedPageview, fc.array(damagedPageview, { minLength: 1, maxLength: 3 }))
          .map((data) => ({ appId: 'bqc-h5', type: 'pageview', data })),
      },
    )
    for (const body of fc.sample(hostile, { numRuns: 1_000 })) {
      const code = codeOf(await post(test, body))
      counts.set(code, (counts.get(code) ?? 0) + 1)
    }
    const [accepted = 0, refused = 0] = [counts.get(0), counts.get(400)]
    expect(accepted + refused, JSON.stringify([...counts])).toBe(1_000)
    expect(Math.min(accepted, refused), JSON.stringify([...counts])).toBeGreaterThan(100)
    await test.app.close()
    expect(test.stored.length).toBeGreaterThan(0)
    for (const { url: stored, pageKey } of test.stored) {
      expect(stored === '' || stored.startsWith('/') || /^https?:/.test(stored)).toBe(true)
      expect(pageKey.length).toBeLessThanOrEqual(512)
    }
  })

  it('takes many devices of one address up to the limit of the address', async () => {
    const devices = isNightly ? 10_000 : 500
    const test = await openTracking(withLimits(shippedLimits()))
    const counts = new Map<number, number>()
    for (let device = 0; device < devices; device += 1) {
      const code = codeOf(await post(test, pageviewBody({ deviceId: `device-${device}` })))
      counts.set(code, (counts.get(code) ?? 0) + 1)
    }
    expect([...counts]).toEqual([
      [0, 120],
      [429, devices - 120],
    ])
    await test.app.close()
    expect(new Set(test.stored.map(({ device }) => device)).size).toBe(120)
  })

  it('dates events of 2020 and 2099 by the clock of the server', async () => {
    const test = await openTracking()
    await post(test, pageviewBody({ timestamp: Date.UTC(2020, 0, 1) }))
    await post(test, pageviewBody({ timestamp: Date.UTC(2099, 0, 1) }))
    await test.app.close()
    expect(test.stored.map(({ at }) => at)).toEqual([test.clock.time, test.clock.time])
  })

  it('writes no user id, number, token, address, user agent, device id or keyword into a file', async () => {
    const { db } = await freshDatabase()
    const folder = path.join(tmpdir(), `baiqicha-tracking-${randomUUID()}`)
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const test = await openTestApp(db, { eventStore: createFileEventStore(folder) })
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const userId = (await db.selectFrom('user_account').select('id').executeTakeFirstOrThrow()).id
    const address = '/company?id=c-1&token=canary-token&keyword=canary-keyword&key=canary-key&isFirstLogin=true'
    await test.app.inject({
      method: 'POST',
      url,
      remoteAddress: '203.0.113.77',
      headers: { ...json, [TOKEN_HEADER]: token, 'user-agent': 'canary-agent' },
      payload: JSON.stringify(
        pageviewBody({
          userId,
          deviceId: 'canary-device',
          url: address,
          referrer: address,
          timestamp: test.clock.time,
        }),
      ),
    })
    await test.app.close()
    expect(existsSync(folder)).toBe(true)
    const written = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'latin1'))
    expect(written.join('')).toContain('/company?id=c-1')
    for (const canary of [userId, mobile, token, '203.0.113.77', 'canary']) {
      for (const text of written) expect(text).not.toContain(canary)
    }
  })
})

/** A page view in which up to three fields have another content, length or type. */
const damagedPageview = fc
  .array(
    fc.tuple(
      fc.constantFrom(...Object.keys(sentPageview())),
      fc.oneof(
        { weight: 3, arbitrary: fc.string({ maxLength: 2_000, unit: 'binary' }) },
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.double(),
        fc.anything(),
      ),
    ),
    { maxLength: 3 },
  )
  .map((changes): object => ({ ...sentPageview(), ...Object.fromEntries(changes) }))
