import { once } from 'node:events'
import { connect } from 'node:net'
import { API_BASE, routes } from '@baiqicha/contract/routes'
import type { InjectOptions } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { freshMobile, openTestApp, requestCode, signIn } from '../../test/http/app.ts'
import { createLogger } from '../platform/log/logger.ts'

const word = '演示词甲乙'
const encoded = encodeURIComponent(word)
const latin = 'canaryword'
const number = `139${'1'.repeat(8)}`
const wide = Array.from(number, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
const id = ['990001', '19900101', '0110'].join('')

const get = (path: string) => ({ method: 'GET' as const, url: path })
const callOf = (key: 'companySearch' | 'companySuggest' | 'riskSearch' | 'leadSearch', query: string) =>
  get(`${API_BASE}${routes[key].path}?${query}`)

/** Requests with text of a user, and what must not stand in the log. */
const requests: readonly [string, InjectOptions, string][] = [
  ['a keyword', callOf('companySearch', `keyword=${encoded}`), word],
  ['a keyword of letters', callOf('companySearch', `keyword=${latin}&page=1`), latin],
  ['a keyword that is suggested', callOf('companySuggest', `keyword=${encoded}`), word],
  ['a keyword of risks', callOf('riskSearch', `keyword=${latin}`), latin],
  ['a number as keyword', callOf('leadSearch', `keyword=${number}`), number],
  ['a number with spaces', callOf('leadSearch', `keyword=139+1111+1111`), '1111+1111'],
  ['a number in full width', callOf('companySearch', `keyword=${encodeURIComponent(wide)}`), wide],
  ['an identity number', callOf('companySearch', `keyword=${id}`), id],
  ['a repeated keyword', callOf('companySearch', `keyword=${latin}&keyword=b`), latin],
  ['an unknown parameter', callOf('companySearch', `q=${latin}&keyword=a`), latin],
  ['a parameter whose name is a word', callOf('companySearch', `${latin}=1&keyword=a`), latin],
  ['a keyword after a broken escape', callOf('companySearch', `keyword=%zz${latin}`), latin],
  ['an id', get(`${API_BASE}${routes.companyDetail.path}?id=${latin}`), latin],
  ['an unknown path', get(`${API_BASE}/v1/company/${latin}`), latin],
  ['an unknown path in Chinese', get(`/search/${encoded}?keyword=${latin}`), word],
  ['the id of a picture', get(`${API_BASE}/v1/config/picture/${latin}`), latin],
  [
    'a name in a body',
    {
      method: 'POST',
      url: `${API_BASE}${routes.debtorSearch.path}`,
      payload: { name: word, subjectType: '自然人' },
    },
    word,
  ],
  [
    'a body that is no JSON',
    {
      method: 'POST',
      url: `${API_BASE}${routes.debtorSearch.path}`,
      headers: { 'content-type': 'application/json' },
      payload: `{"name":"${word}`,
    },
    word,
  ],
]

describeDatabases('the log of requests', (freshDatabase) => {
  async function open(deviation: Parameters<typeof openTestApp>[1] = {}) {
    const lines: string[] = []
    const log = createLogger('debug', (line) => lines.push(line))
    const test = await openTestApp((await freshDatabase()).db, { log, ...deviation })
    const { token } = await signIn(test)
    lines.length = 0
    return { test, token, lines }
  }

  it.each(requests)(
    'has route, status and time of a request with %s, and not its text',
    async (_what, request, text) => {
      const { test, token, lines } = await open()
      await test.app.inject({ ...request, headers: { token, ...request.headers } })
      const logged = lines.join('')
      expect(lines).toHaveLength(1)
      expect(JSON.parse(logged)).toMatchObject({
        event: 'answered',
        route: expect.any(String),
        status: expect.any(Number),
        milliseconds: expect.any(Number),
      })
      expect(decodeURIComponent(logged.replaceAll(/%(?![0-9a-f]{2})/gi, ''))).not.toContain(text)
      expect(logged).not.toContain(encodeURIComponent(text))
    },
  )

  it('names the pattern of a route outside the table, and no unknown path', async () => {
    const { test, lines } = await open()
    await test.app.inject(`${API_BASE}/v1/config/picture/p-none`)
    await test.app.inject('/healthz')
    await test.app.inject(`/${latin}`)
    expect(lines.map((line) => JSON.parse(line).route)).toEqual([
      `${API_BASE}/v1/config/picture/:id`,
      '/healthz',
      'unknown',
    ])
  })

  it('has nothing of a path that cannot be decoded', async () => {
    const { test, lines } = await open()
    await test.app.inject(`/%zz${latin}`)
    expect(lines.join('')).not.toContain(latin)
  })

  it.each([
    ['of a query', callOf('companySearch', `keyword=${encoded}`)],
    ['of a suggestion', callOf('companySuggest', `keyword=${encoded}`)],
  ])('does not repeat the text %s that an error quotes', async (_what, request) => {
    const fail = async () => {
      throw new Error(`cannot read ${word}`, { cause: new Error(`near "${word}"`) })
    }
    const { test, token, lines } = await open({})
    test.search.search = fail
    test.search.suggest = fail
    await test.app.inject({ ...request, headers: { token } })
    const logged = lines.join('')
    expect(logged).toContain('request-failed')
    expect(logged).toContain('cannot read [redacted]')
    expect(logged).not.toContain(word)
  })

  it('has one line when codes cannot be sent, with the cause, and one when they are sent again', async () => {
    let isBroken = false
    const smsSender = {
      send: async () => {
        if (isBroken) throw new Error('connect ECONNREFUSED')
      },
    }
    const lines: string[] = []
    const log = createLogger('warn', (line) => lines.push(line))
    const test = await openTestApp((await freshDatabase()).db, { log, smsSender })
    isBroken = true
    for (let turn = 0; turn < 4; turn += 1) expect((await requestCode(test, freshMobile())).code).toBe(4106)
    isBroken = false
    for (let turn = 0; turn < 2; turn += 1) expect((await requestCode(test, freshMobile())).code).toBe(0)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'service-failed', detail: 'SMS provider', error: 'connect ECONNREFUSED' },
      { event: 'service-recovered', detail: 'SMS provider', count: 4 },
    ])
  })

  it('does not repeat the query of a request whose client goes away', async () => {
    const { test, lines } = await open()
    const port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    const aborted = new Promise<void>((resolve) => {
      test.app.server.once('request', (request) => request.once('close', () => setImmediate(resolve)))
    })
    socket.write(
      `POST ${API_BASE}/v1/nothing?keyword=${latin} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`,
    )
    socket.write('Content-Length: 10\r\n\r\n{')
    setImmediate(() => socket.destroy())
    await aborted
    expect(lines.join('')).not.toContain(latin)
  })
})
