import { spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it, onTestFinished } from 'vitest'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { takeOpenSearch } from '../../test/engines/opensearch.ts'
import { raisedLimits } from '../../test/http/app.ts'
import { type ServerGroup, startServerGroup } from '../../test/process/server-group.ts'
import { device, fieldOf, type ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'
import { lostWrites, startWriters } from '../../test/scale/acknowledged-writes.ts'
import { LEASE_NAME } from '../search/opensearch/opensearch-indexing.ts'

const missing = 'libfaketime is not installed: install the package libfaketime (apt-get install libfaketime).'

const findLibrary = () => globSync('/usr/lib/{*/,}faketime/libfaketime.so.1')[0]

function requireLibrary(): string {
  const found = findLibrary()
  if (found !== undefined) return found
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'libfaketime'], { timeout: 300_000 })
  }
  const installed = findLibrary()
  if (installed === undefined) throw new Error(missing)
  return installed
}

/** The clock of a process, which a test sets while the process runs. */
type SteppedClock = {
  /** Environment of the process. */
  env: Record<string, string>
  /** Sets the clock this many seconds before (negative) or after the clock of the machine. */
  set(seconds: number): Promise<void>
  remove(): Promise<void>
}

/** Replaces the time of day of a process by libfaketime. Its monotonic clock remains that of the machine. */
async function createSteppedClock(): Promise<SteppedClock> {
  const library = requireLibrary()
  const home = await mkdtemp(path.join(tmpdir(), 'baiqicha-clock-'))
  const file = path.join(home, 'offset')
  const set = async (seconds: number) => {
    // The process never reads half a line.
    await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    await rename(`${file}.new`, file)
  }
  await set(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

/** With the start of every server, also on a machine that does other work. */
const TEST_TIMEOUT_MS = 240_000
const HOUR = 3_600
/** Seconds by which the clock of one of two processes is wrong, one after the other. */
const STEPS = [HOUR, -HOUR, 24 * HOUR] as const
/** SMS for a mobile number, and wrong guesses of its code, in an hour. */
const ALLOWED = 3
const TRIES = 10
const WRITERS = 8
const WRITES = 100
/** Three seconds by which the server answers, and half a second for clients on the same two cores. */
const ANSWER_MS = 3_500

function limitsFile() {
  const raised = raisedLimits()
  const rules = [{ count: ALLOWED, seconds: HOUR }]
  const file = path.join(temporaryFolder(), 'limits.json')
  const buckets = { ...raised.buckets, smsPerMobile: rules, wrongSmsCodesPerMobile: rules }
  writeFileSync(file, JSON.stringify({ ...raised, guessesPerSmsCode: TRIES, buckets }))
  return file
}

/** Requests an SMS code with a captcha of one server at another. @returns the result code */
async function requestCode(group: ServerGroup, mobile: string, shown: ServerProcess, solved: ServerProcess) {
  const captchaId = String(fieldOf((await shown.call('captcha')).data, 'captchaId'))
  const captchaCode = group.captchaAnswer(captchaId)
  const input = { mobile, scene: 'login', captchaId, captchaCode, ...device, deviceId: mobile }
  return (await solved.call('sendSmsCode', input)).code
}

const login = (server: ServerProcess, mobile: string, smsCode: string | undefined) =>
  server.call('loginBySmsCode', { mobile, smsCode, ...device })

const findsNew = async (server: ServerProcess, name: string, token: string) =>
  JSON.stringify((await server.call('companySearch', { keyword: name }, token)).data).includes(name)

const countOf = (codes: readonly number[], code: number) => codes.filter((one) => one === code).length

describeDatabases(
  'two processes, of which one has a wrong clock',
  (freshDatabase) => {
    it('behave as with right clocks', { timeout: TEST_TIMEOUT_MS }, async ({ annotate }) => {
      const { db, location } = await freshDatabase()
      const { url } = await takeOpenSearch()
      const clock = await createSteppedClock()
      onTestFinished(() => clock.remove())
      const group = await startServerGroup({
        count: 2,
        env: {
          DATABASE_URL: location.databaseUrl ?? '',
          SEARCH_URL: url,
          SEARCH_REPLICAS: '0',
          LIMITS_FILE: limitsFile(),
          DEMO_DATA: 'off',
        },
        // The first one, which becomes the leader of the search index.
        envOf: (at): Record<string, string> => (at === 0 ? clock.env : {}),
      })
      onTestFinished(() => group.stop())
      const [wrong, right] = group.servers
      if (wrong === undefined || right === undefined) throw new Error('two servers')
      const inTurn = (at: number) => (at % 2 === 0 ? wrong : right)

      /** Tries at the two processes in turn, one after the other. @returns the result codes */
      const tryInTurn = async (one: (server: ServerProcess, at: number) => Promise<number>) => {
        const codes: number[] = []
        // oxlint-disable-next-line no-await-in-loop -- the processes take turns
        for (let at = 0; at < TRIES; at += 1) codes.push(await one(inTurn(at), at))
        return codes
      }
      const lease = () =>
        db.selectFrom('lease').select(['holder', 'token']).where('name', '=', LEASE_NAME).executeTakeFirstOrThrow()

      const tokens: string[] = []
      for (let writer = 0; writer < WRITERS; writer += 1) tokens.push(await group.signIn(right, `1390000040${writer}`))
      const [token = ''] = tokens
      const origins = [await wrong.origin(), await right.origin()]
      const load = startWriters({ origins: () => origins, tokens, label: '时钟跳变' })
      onTestFinished(async () => void (await load.stop()))
      await load.acknowledge(WRITES)
      const held = await lease()
      expect(held.holder.split(' ')[1]).toBe(String(wrong.child.pid))

      for (const [at, seconds] of STEPS.entries()) {
        const [early, late, limited] = [`1390000050${at}`, `1390000051${at}`, `1390000052${at}`]
        // Begun with right clocks, ended with a wrong one.
        expect(await requestCode(group, early, right, right)).toBe(resultCode.ok)
        const captchaId = String(fieldOf((await right.call('captcha')).data, 'captchaId'))
        await clock.set(seconds)
        // The header is made once a second.
        const shownTime = async () => Date.parse((await wrong.fetch('/healthz')).headers.get('date') ?? '')
        const differenceMs = async () => Math.abs((await shownTime()) - Date.now() - seconds * 1000)
        await expect.poll(differenceMs, { timeout: 10_000 }).toBeLessThan(10_000)

        const solved = { captchaId, captchaCode: group.captchaAnswer(captchaId) }
        const sent = await wrong.call('sendSmsCode', { mobile: late, scene: 'login', ...solved, ...device })
        expect([seconds, sent.code]).toEqual([seconds, resultCode.ok])
        for (const [mobile, server] of [
          [early, wrong],
          [late, right],
        ] as const) {
          const opened = await login(server, mobile, group.codeFor(mobile))
          expect([seconds, opened.code]).toEqual([seconds, resultCode.ok])
          const newToken = String(fieldOf(opened.data, 'token'))
          for (const one of [token, newToken]) {
            for (const any of group.servers) expect((await any.call('userDetail', {}, one)).code).toBe(resultCode.ok)
          }
        }
        const messages = await tryInTurn((server) => requestCode(group, limited, server, server))
        expect([seconds, countOf(messages, resultCode.ok)]).toEqual([seconds, ALLOWED])
        const wrongCode = group.codeFor(limited) === '123456' ? '654321' : '123456'
        const guesses = await tryInTurn(async (server) => (await login(server, limited, wrongCode)).code)
        expect([seconds, countOf(guesses, resultCode.smsCodeWrong)]).toEqual([seconds, ALLOWED])

        const name = `演示时钟${'甲乙丙'[at]}有限公司`
        await insertCompanies(db, [buildCompany({ name })])
        for (const server of group.servers) {
          await expect.poll(() => findsNew(server, name, token), { timeout: 10_000 }).toBe(true)
        }
        expect(await lease()).toEqual(held)
        await load.acknowledge(WRITES)
      }

      const log = await load.stop()
      await annotate(
        `${log.acknowledged.length} writes acknowledged, slowest ${Math.round(log.slowestMs)} ms, ` +
          JSON.stringify(Object.fromEntries(log.outcomes)),
      )
      expect(await lostWrites(db, log)).toEqual([])
      expect([...log.outcomes.keys()]).toEqual(['acknowledged'])
      expect(log.slowestMs).toBeLessThan(ANSWER_MS)
    })
  },
  ['postgres'],
)
