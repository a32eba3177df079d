import { once } from 'node:events'
import { connect } from 'node:net'
import { API_BASE, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { openTestApp, signIn, type TestApp } from '../../test/http/app.ts'
import { buildForm, buildPicture, upload, uploadPath, withoutReEncoding } from '../../test/http/uploads.ts'

const MB = 1024 * 1024
/** More than the server receives at once (file-routes.ts). */
const ABORTS = 20

type Sent = { route: string; path: string; type: string; body: Buffer }

async function uploadOf(): Promise<Sent> {
  const content = Buffer.concat([await buildPicture(), Buffer.alloc(MB)])
  const { headers, payload } = buildForm([{ name: 'file', content, fileName: 'a.jpg', type: 'image/jpeg' }])
  return { route: 'other', path: uploadPath, type: headers['content-type'] ?? '', body: payload }
}

const jsonOf = async (): Promise<Sent> => ({
  route: 'saveSearchHistory',
  path: API_BASE + routes.saveSearchHistory.path,
  type: 'application/json',
  body: Buffer.from(JSON.stringify({ companyName: '云'.repeat(200) })),
})

/** Sends the request without the end of its body, and breaks the connection. */
async function abort({ app }: TestApp, { path, type, body }: Sent, token: string, end: 'destroy' | 'resetAndDestroy') {
  const arrived = once(app.server, 'request')
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${TOKEN_HEADER}: ${token}\r\nContent-Type: ${type}\r\n`)
  socket.write(`Content-Length: ${body.length}\r\n\r\n`)
  await new Promise((resolve) => socket.write(body.subarray(0, body.length - 20), resolve))
  await arrived
  socket[end]()
}

describeDatabases('a request whose client goes away', (freshDatabase) => {
  it.each([
    { what: 'an upload', build: uploadOf, end: 'destroy' },
    { what: 'an upload', build: uploadOf, end: 'resetAndDestroy' },
    { what: 'a JSON body', build: jsonOf, end: 'destroy' },
    { what: 'a JSON body', build: jsonOf, end: 'resetAndDestroy' },
  ] as const)(
    'within $what ($end) counts as aborted by the client, and is no error of the server or the database',
    async ({ build, end }) => {
      const test = await openTestApp((await freshDatabase()).db, { reEncodeImage: withoutReEncoding })
      const { token } = await signIn(test)
      await test.app.listen({ port: 0, host: '127.0.0.1' })
      const sent = await build()
      for (let count = 0; count < ABORTS; count += 1) await abort(test, sent, token, end)
      const metrics = async () => (await test.app.inject('/metrics')).body
      await expect
        .poll(metrics)
        .toMatch(new RegExp(`^http_requests_aborted_total\\{route="${sent.route}",class="\\w+"\\} ${ABORTS}$`, 'm'))
      expect(await metrics()).not.toMatch(/^http_requests_total\{.*code="5\d\d"/m)
      const levels = test.logged.map((line): { level: string; event: string } => JSON.parse(line))
      expect(levels.filter(({ level }) => level !== 'info')).toEqual([])
      expect(levels.filter(({ event }) => event === 'aborted')).toHaveLength(ABORTS)
      expect(await upload(test, await buildPicture(), { token })).toMatchObject({ status: 200, code: 0 })
    },
  )
})
