import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCipher } from '../crypto/cipher.ts'
import { systemRandom } from '../crypto/system-random.ts'
import type { Database } from '../database/database.ts'
import { createLogger } from '../log/logger.ts'
import { createWechat, signPage } from './wechat.ts'

const account = { appId: 'wx0123456789abcdef', secret: 'ab'.repeat(16) }
const fetched = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>()
const answer = (content: unknown) => fetched.mockImplementation(async () => Response.json(content))
const session = { openid: 'openid-a', session_key: 'canary' }
const voidCode = { errcode: 40_029, errmsg: 'canary' }

/** The codes of `wx.login` are exchanged without the database. */
const noDatabase = (): Database =>
  new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

function open() {
  const clock = { time: 1_000_000, now: () => clock.time }
  const logged: string[] = []
  const { miniProgram } = createWechat({
    settings: { miniProgram: account, officialAccount: null },
    db: noDatabase(),
    clock,
    random: systemRandom,
    cipher: createCipher(new Uint8Array(32)),
    log: createLogger('info', (line) => logged.push(line)),
  })
  if (miniProgram === null) throw new Error('the account is set')
  return { clock, logged, find: () => miniProgram.findOpenId('code-canary') }
}

const failure = { ok: false, error: { type: 'failed' } }

describe('WeChat', () => {
  beforeEach(() => {
    fetched.mockReset()
    vi.stubGlobal('fetch', fetched)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('gets the code, the account and the kind of grant at its own address, and follows no redirect', async () => {
    answer(session)
    expect(await open().find()).toEqual({ ok: true, value: 'openid-a' })
    const [url, init] = fetched.mock.lastCall ?? []
    expect(String(url)).toBe(
      `https://api.weixin.qq.com/sns/jscode2session?appid=${account.appId}&secret=${account.secret}` +
        '&js_code=code-canary&grant_type=authorization_code',
    )
    expect(init).toMatchObject({ method: 'GET', redirect: 'error' })
  })

  it('has three seconds to answer, then its request is cancelled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fetched.mockImplementation(async () => new Promise(() => undefined))
    const settled = vi.fn()
    const found = open().find().then(settled)
    await vi.advanceTimersByTimeAsync(2_999)
    const isCancelled = () => fetched.mock.lastCall?.[1].signal?.aborted
    expect([settled.mock.calls.length, isCancelled()]).toEqual([0, false])
    await vi.advanceTimersByTimeAsync(1)
    await found
    expect([settled.mock.lastCall?.[0], isCancelled()]).toEqual([failure, true])
  })

  it('is not called for 30 seconds after five failures, errcode -1 among them', async () => {
    const { clock, find } = open()
    answer({ errcode: -1 })
    for (let turn = 0; turn < 7; turn += 1) expect(await find()).toEqual(failure)
    expect(fetched).toHaveBeenCalledTimes(5)
    clock.time += 30_000
    answer(session)
    expect(await find()).toMatchObject({ ok: true })
  })

  it('is called on after any number of refused codes: a user cannot stop the logins of others', async () => {
    const { find } = open()
    answer(voidCode)
    for (let turn = 0; turn < 20; turn += 1) await find()
    answer(session)
    expect(await find()).toMatchObject({ ok: true })
  })

  it('that fails is logged once with its cause, and once when it works again', async () => {
    const { logged, find, clock } = open()
    fetched.mockImplementation(async () => Response.json(session, { status: 502 }))
    for (let turn = 0; turn < 7; turn += 1) await find()
    clock.time += 30_000
    answer(voidCode)
    await find()
    answer(session)
    for (let turn = 0; turn < 2; turn += 1) await find()
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 'error',
        event: 'service-failed',
        detail: 'WeChat mini-program',
        error: expect.stringContaining('nothing it documents'),
      },
      { level: 'warn', event: 'service-recovered', detail: 'WeChat mini-program', count: 7 },
    ])
  })

  it.each([
    ['nothing it documents', async () => Response.json({})],
    ['no JSON', async () => new Response('<html>')],
    ['an openid with other characters', async () => Response.json({ openid: '<a>' })],
    ['an error of the server', async () => Response.json(session, { status: 502 })],
    ['an error of the network', async () => Promise.reject(new Error(`canary ${account.secret}`))],
  ])('fails with %s, and no log contains code, secret or answer', async (_, respond) => {
    const { logged, find } = open()
    fetched.mockImplementation(respond)
    expect(await find()).toEqual(failure)
    expect(logged).toHaveLength(1)
    expect(logged.join()).not.toMatch(/canary|abab/)
  })
})

it("the signature of a page is that of WeChat's example", () => {
  const signature = signPage({
    ticket: 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
    nonceStr: 'Wm3WZYTPz0wzccnW',
    timestamp: 1_414_587_457,
    url: 'http://mp.weixin.qq.com?params=value',
  })
  expect(signature).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed')
})
