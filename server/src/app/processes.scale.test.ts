import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { RouteKey } from '@baiqicha/contract/routes'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { password } from '../../test/account/accounts.ts'
import { seededRandom, testSeed } from '../../test/builders/seeded-random.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { takePostgresDatabase } from '../../test/databases/postgres-databases.ts'
import { freshMobile, raisedLimits } from '../../test/http/app.ts'
import { buildPicture } from '../../test/http/uploads.ts'
import { modelLimits } from '../../test/process/person-model.ts'
import { Overloaded, Person } from '../../test/process/person-steps.ts'
import { type ServerGroup, startServerGroup } from '../../test/process/server-group.ts'
import { type Answer, device, fieldOf, ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'
import { lostWrites, startWriters } from '../../test/scale/acknowledged-writes.ts'
import { type OpenDatabase, openDatabase } from '../platform/database/open-database.ts'
import { signPartnerCall } from '../platform/partners/partners.ts'

const STEPS = 10_000
/** Persons at the same time, and steps of each before the next one comes. */
const LANES = 8
const STEPS_OF_PERSON = 65
/** Seconds: no bucket refills within the test. */
const DAY = 86_400
const PROCESSES = 3

const partner = { source: 'shop', secret: 'a-secret-that-only-tests-know-0001' }

const ends: (() => Promise<void>)[] = []
let database: OpenDatabase
let group: ServerGroup
let companyIds: string[]

function limits() {
  const raised = raisedLimits()
  const { guessesPerSmsCode, ...counts } = modelLimits
  const exact = { ...counts, wrongPasswordsPerAccount: 5 }
  const buckets = Object.fromEntries(Object.entries(exact).map(([name, count]) => [name, [{ count, seconds: DAY }]]))
  return { ...raised, guessesPerSmsCode, buckets: { ...raised.buckets, ...buckets } }
}

beforeAll(async () => {
  const taken = await takePostgresDatabase(inject('postgresUrl'), inject('migratedPostgres'))
  database = openDatabase({ databaseUrl: taken.url, dataDir: inject('storesFolder') })
  ends.push(taken.release, () => database.close())
  const limitsFile = path.join(inject('storesFolder'), 'limits-of-processes.json')
  const partnersFile = path.join(inject('storesFolder'), 'partners-of-processes.json')
  writeFileSync(limitsFile, JSON.stringify(limits()))
  writeFileSync(partnersFile, JSON.stringify({ [partner.source]: partner.secret }))
  const env = { DATABASE_URL: taken.url, LIMITS_FILE: limitsFile, PARTNERS_FILE: partnersFile }
  group = await startServerGroup({ count: PROCESSES, env, atOnce: true })
  ends.push(() => group.stop())
  const rows = await database.db
    .selectFrom('company')
    .select('id')
    .where('is_demo', '=', 1)
    .orderBy('id')
    .limit(9)
    .execute()
  companyIds = rows.map(({ id }) => id)
})
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

let calls = 0
/** Calls the processes in turn. */
const call = (key: RouteKey, input: Record<string, unknown>, token = ''): Promise<Answer> => {
  const server = group.servers[(calls += 1) % PROCESSES]
  if (server === undefined) throw new Error('no server')
  return server.call(key, input, token)
}
const together = (count: number, one: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)))
const countOf = (answers: readonly Answer[], code: number) => answers.filter((answer) => answer.code === code).length

async function solvedCaptcha() {
  const captchaId = String(fieldOf((await call('captcha', {})).data, 'captchaId'))
  return { captchaId, captchaCode: group.captchaAnswer(captchaId) ?? '' }
}

async function sendCode(mobile: string, scene: string) {
  const sent = await call('sendSmsCode', { mobile, scene, ...(await solvedCaptcha()), ...device, deviceId: mobile })
  expect(sent.code).toBe(resultCode.ok)
  return group.codeFor(mobile) ?? ''
}

async function signIn(mobile: string) {
  const login = await call('loginBySmsCode', { mobile, smsCode: await sendCode(mobile, 'login'), ...device })
  return String(fieldOf(login.data, 'token'))
}

describe('three processes that start on an empty database at once', () => {
  it('have loaded the shipped data once', async () => {
    const { companies } = await database.db
      .selectFrom('company')
      .select((one) => one.fn.countAll<number>().as('companies'))
      .executeTakeFirstOrThrow()
    const runs = await database.db.selectFrom('import_run').select(['file_name', 'state']).execute()
    expect(companies).toBeGreaterThan(5_000)
    expect(runs.filter(({ state }) => state !== 'done')).toEqual([])
  })
})

describe('calls in parallel at three processes', () => {
  it('evaluate five of fifty guesses of an SMS code', async () => {
    const mobile = '13600000001'
    const right = await sendCode(mobile, 'login')
    const smsCode = right === '123456' ? '654321' : '123456'
    const answers = await together(50, () => call('loginBySmsCode', { mobile, smsCode, ...device }))
    const { guesses_left: left } = await database.db
      .selectFrom('sms_code')
      .select('guesses_left')
      .where('mobile', '=', mobile)
      .executeTakeFirstOrThrow()
    expect(left).toBe(0)
    expect(countOf(answers, resultCode.smsCodeWrong)).toBe(modelLimits.guessesPerSmsCode - 1)
    // The right code is void now.
    const { code } = await call('loginBySmsCode', { mobile, smsCode: right, ...device })
    expect([resultCode.smsCodeVoid, resultCode.tooManyRequests]).toContain(code)
  })

  it('evaluate five of fifty guesses of a password', async () => {
    const mobile = '13600000002'
    const smsCode = await sendCode(mobile, 'register')
    expect(await call('register', { mobile, smsCode, password, ...device })).toMatchObject({ code: resultCode.ok })
    const guess = (at: number) => call('loginByPassword', { mobile, password: `wrong guess ${at}`, ...device })
    const answers = await together(50, guess)
    expect(countOf(answers, resultCode.passwordWrong)).toBeLessThanOrEqual(5)
    expect(countOf(answers, resultCode.ok)).toBe(0)
    expect((await call('loginByPassword', { mobile, password, ...device })).code).toBe(resultCode.captchaNeeded)
  })

  it('accept a captcha, an SMS code and a ticket once', async () => {
    const request = async (mobile: string) => {
      const captcha = await solvedCaptcha()
      const send = () => call('sendSmsCode', { mobile, scene: 'login', ...captcha, ...device, deviceId: mobile })
      return countOf(await together(30, send), resultCode.ok)
    }
    const mobile = '13600000003'
    for (const other of ['13600000006', '13600000007', '13600000008', '13600000009', mobile]) {
      expect(await request(other)).toBe(1)
    }

    const login = { mobile, smsCode: group.codeFor(mobile) ?? '', ...device }
    const logins = await together(30, () => call('loginBySmsCode', login))
    expect(countOf(logins, resultCode.ok)).toBe(1)

    const signed = { source: partner.source, mobile, timestamp: Date.now(), nonce: 'nonce-in-parallel' }
    const ticketCall = { ...signed, signature: signPartnerCall(partner.secret, signed) }
    const tickets = await together(30, () => call('externalTicket', ticketCall))
    expect(countOf(tickets, resultCode.ok)).toBe(1)
    const ticket = String(fieldOf(tickets.find(({ code }) => code === resultCode.ok)?.data, 'token'))
    expect(countOf(await together(30, () => call('userDetail', {}, ticket)), resultCode.ok)).toBe(1)
  })

  it('grant one gift, five follows and five devices', async () => {
    const mobile = '13600000004'
    const token = await signIn(mobile)
    const follows = await together(27, (at) => call('followCompany', { companyId: companyIds[at % 9] }, token))
    expect(fieldOf((await call('followList', {}, token)).data, 'list')).toHaveLength(5)
    expect(countOf(follows, resultCode.followLimit)).toBe(27 - countOf(follows, resultCode.ok))

    const industries = fieldOf((await call('careerIndustryList', {})).data, 'industryList')
    const industryIdStr = String(fieldOf(Array.isArray(industries) ? industries[0] : null, 'id'))
    const gifts = await together(30, () => call('saveIndustryCareer', { careerIdStr: 'legal', industryIdStr }, token))
    expect(countOf(gifts, resultCode.ok)).toBe(30)
    expect(gifts.filter(({ data }) => fieldOf(data, 'isNew') === true)).toHaveLength(1)

    const tickets = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const signed = { source: partner.source, mobile, timestamp: Date.now(), nonce: `nonce-of-device-${at}` }
        const issued = await call('externalTicket', { ...signed, signature: signPartnerCall(partner.secret, signed) })
        return String(fieldOf(issued.data, 'token'))
      }),
    )
    const arrivals = await together(12, (at) => call('userDetail', {}, tickets[at]))
    const tokens = arrivals.map(({ data }) => String(fieldOf(data, 'token')))
    // Logins of a partner end each other before the login by SMS code.
    const found = await together(13, (at) => call('userDetail', {}, at === 12 ? token : tokens[at]))
    expect(countOf(found, resultCode.ok)).toBe(5)
    expect(found[12]?.code).toBe(resultCode.ok)
  })

  it('accept as many corrections and uploads of one person as the limits allow', async () => {
    const token = await signIn('13600000005')
    const claim = { reason: '信息有误', content: '演示：登记的地址已经变更，请更正。', claimant: '本企业' }
    const corrections = await together(9, (at) =>
      call('submitCorrection', { companyId: companyIds[at], ...claim }, token),
    )
    expect(countOf(corrections, resultCode.ok)).toBe(modelLimits.correctionsPerPerson)
    const picture = await buildPicture()
    const uploads = await Promise.all(
      group.servers.flatMap((server) => [server.upload(picture, token), server.upload(picture, token)]),
    )
    expect(countOf(uploads, resultCode.ok)).toBe(modelLimits.uploadsPerPerson)
  })
})

describe('calls sprayed at three processes', () => {
  it(`are answered as by one, in ${STEPS} steps`, async () => {
    const picture = await buildPicture()
    let [steps, persons, overloaded] = [0, 0, 0]
    const lane = async (at: number) => {
      const random = seededRandom(testSeed * LANES + at)
      while (steps < STEPS) {
        const person = new Person({ group, random, partner, companyIds, picture })
        persons += 1
        try {
          for (let step = 0; step < STEPS_OF_PERSON; step += 1) {
            await person.step()
            steps += 1
          }
        } catch (error) {
          if (!(error instanceof Overloaded)) throw error
          overloaded += 1
        }
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, at) => lane(at)))
    process.stdout.write(`${steps} steps of ${persons} persons, ${overloaded} of them ended by an overload\n`)
    expect(steps).toBeGreaterThanOrEqual(STEPS)
    expect(overloaded).toBeLessThan(persons / 10)
    // Jobs of three processes ran beside each other meanwhile.
    const lines = group.servers.flatMap((server) => server.logged())
    const failed = lines.filter(({ level, event }) => level === 'error' || event === 'job-failed')
    expect(failed).toEqual([])
  })
})

const WRITERS = 16
/** Acknowledged between two kills; all together more than 5,000. */
const WRITES = 1_300
const ANSWER_MS = 3_000

describeDatabases(
  'three processes on one database',
  (freshDatabase) => {
    it('lose no acknowledged write when each is killed in turn, and answer within three seconds', async ({
      annotate,
    }) => {
      const { db, location } = await freshDatabase()
      const folder = temporaryFolder()
      const start = () =>
        new ServerProcess({ folder, env: { DATABASE_URL: location.databaseUrl ?? '', DEMO_DATA: 'off' } })
      const servers = [start(), start(), start()]
      const origins = await Promise.all(servers.map((server) => server.origin()))
      const tokens: string[] = []
      for (let writer = 0; writer < WRITERS; writer += 1) {
        tokens.push((await servers[0]?.signIn(freshMobile())) ?? '')
      }
      const load = startWriters({ origins: () => origins, tokens, label: '逐个终止' })
      onTestFinished(async () => void (await load.stop()))
      for (const [at, server] of servers.entries()) {
        await load.acknowledge(WRITES)
        await server.end('SIGKILL')
        const replaced = start()
        origins[at] = await replaced.origin()
      }
      await load.acknowledge(WRITES)
      const log = await load.stop()
      await annotate(`${log.acknowledged.length} writes acknowledged, slowest ${Math.round(log.slowestMs)} ms`)
      expect(await lostWrites(db, log)).toEqual([])
      expect(log.slowestMs).toBeLessThan(ANSWER_MS)
      expect([...log.outcomes.keys()].filter((outcome) => outcome.startsWith('5'))).toEqual([])
    })
  },
  ['postgres'],
)
