import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { listen } from '../../../test/mail/smtp-server.ts'
import { createPostJson, isPublicAddress, lookupPublic, PrivateAddress } from './post-json.ts'
import { SendFailure } from './send-mail.ts'

const SECRET = 'topsecret'

/** A webhook on this machine, as local use allows it. */
async function openHook(answer: RequestListener) {
  const port = await listen(createServer(answer))
  const host = `127.0.0.1:${port}`
  const post = createPostJson({ localHosts: new Set([host]) })
  return {
    port,
    post: (timeoutMs = 5_000) => post(`http://${host}/hook?key=${SECRET}`, { body: '{"a":1}', timeoutMs }),
  }
}

const failureOf = (posted: Promise<string>) =>
  posted.then(
    () => null,
    (error: unknown) => (error instanceof SendFailure ? [error.state, error.message] : error),
  )

describe('a webhook', () => {
  it('receives the JSON, and its answer is returned', async () => {
    const received: string[] = []
    const { post } = await openHook(async (request, response) => {
      received.push(`${request.method} ${request.headers['content-type']} ${await text(request)}`)
      response.end('{"errcode":0}')
    })
    expect(await post()).toBe('{"errcode":0}')
    expect(received).toEqual(['POST application/json; charset=utf-8 {"a":1}'])
  })

  it('that redirects to a private address is not followed', async () => {
    let requests = 0
    const { post, port } = await openHook((request, response) => {
      requests += 1
      request.resume()
      response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end()
    })
    expect(await failureOf(post())).toEqual(['refused', 'HTTP 307，不跟随跳转'])
    expect(requests).toBe(1)
  })

  it('that answers ten megabytes is read to a bound', async () => {
    let written = 0
    const { post } = await openHook((request, response) => {
      request.resume()
      const piece = 'x'.repeat(65_536)
      const more = () => {
        while (written < 10_000_000 && response.write(piece)) written += piece.length
      }
      response.on('drain', more)
      response.on('error', () => {})
      more()
    })
    expect((await post()).length).toBe(65_536)
  })

  it.each([
    ['that never answers', () => {}],
    ['that never ends its answer', (_request, response) => void response.writeHead(200).write('{')],
  ] satisfies [string, RequestListener][])(
    '%s ends in time, and counts as perhaps delivered',
    async (_what, answer) => {
      const { post } = await openHook(answer)
      expect(await failureOf(post(100))).toEqual(['unknown', '0.1 秒内没有回应'])
    },
  )

  it.each([
    [400, 'refused'],
    [404, 'refused'],
    [408, 'notSent'],
    [429, 'notSent'],
    [500, 'notSent'],
  ])('that answers %i is %s', async (status, state) => {
    const { post } = await openHook((request, response) => {
      request.resume()
      response.writeHead(status).end()
    })
    expect(await failureOf(post())).toEqual([state, `HTTP ${status}`])
  })

  it('that closes the connection counts as perhaps delivered, and one that takes none as not', async () => {
    const { post } = await openHook((request) => request.socket.destroy())
    expect(await failureOf(post())).toEqual(['unknown', '连接中断'])
    const closed = createPostJson({ localHosts: new Set(['127.0.0.1:1']) })
    const posted = closed('http://127.0.0.1:1/hook', { body: '', timeoutMs: 5_000 })
    expect(await failureOf(posted)).toEqual(['notSent', '连不上服务器'])
  })

  it('whose name leads into a private network is not connected to', async () => {
    let connections = 0
    const port = await listen(createServer().on('connection', () => (connections += 1)))
    const post = createPostJson({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const to = (url: string) => failureOf(post(url, { body: '', timeoutMs: 5_000 }))
    expect(await to(`https://hooks.example.com:${port}/?key=${SECRET}`)).toEqual(['refused', '地址指向内部网络'])
    expect(await to(`https://127.0.0.1:${port}/`)).toEqual(['refused', '地址指向内部网络'])
    expect(await to(`https://[::1]:${port}/`)).toEqual(['refused', '地址指向内部网络'])
    expect(await to(`http://hooks.example.com:${port}/`)).toEqual(['refused', '地址不是 https'])
    expect(connections).toBe(0)
  })
})

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['1.1.1.1', '100.63.255.255', '172.32.0.1', '223.255.255.255', '2400:3200::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  ['a private address', [{ address: '10.0.0.1', family: 4 }]],
  [
    'a private address beside a public one',
    [
      { address: '1.1.1.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  ],
  ['no address', []],
])('refuses a name with %s', async (_what, addresses) => {
  const error = await new Promise((resolve) =>
    lookupPublic(async () => addresses)('hooks.example.com', { all: true }, (failure) => resolve(failure)),
  )
  expect(error).toBeInstanceOf(PrivateAddress)
})

it('returns the addresses that it checked', async () => {
  const addresses = [{ address: '1.1.1.1', family: 4 }]
  const found = await new Promise((resolve) =>
    lookupPublic(async () => addresses)('hooks.example.com', { all: true }, (_failure, all) => resolve(all)),
  )
  expect(found).toEqual(addresses)
})
