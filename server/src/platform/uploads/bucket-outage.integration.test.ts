import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../log/logger.ts'
import { createServiceOutage } from '../log/service-outage.ts'
import { createS3PictureFiles } from './picture-files.ts'
import { parseS3Address } from './s3-client.ts'

const secret = 'canary'.repeat(5)

/** A server with the API of S3 that answers every request with one status and code, or closes every connection. */
async function openBucket() {
  const state = { status: 200, code: '', isAway: false }
  const server = createServer((request, response) => {
    request.resume()
    if (state.isAway) request.socket.destroy()
    else response.writeHead(state.status).end(state.code === '' ? '' : `<Error><Code>${state.code}</Code></Error>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const lines: Record<string, unknown>[] = []
  const log = createLogger('warn', (line) => lines.push(JSON.parse(line)))
  const files = createS3PictureFiles(parseS3Address(`s3://key:${secret}@127.0.0.1:${port}/pictures?tls=off`), {
    deadlineMs: 1_000,
    openMs: 0,
    outage: createServiceOutage(log, 'object storage'),
  })
  return { state, files, lines }
}

it.each([
  ['is away', { isAway: true }, 'object storage: '],
  ['fails', { status: 503 }, 'object storage: HTTP 503'],
  ['limits all requests', { status: 429 }, 'object storage: HTTP 429'],
  ['refuses the key', { status: 403, code: 'SignatureDoesNotMatch' }, 'SignatureDoesNotMatch'],
  ['denies access', { status: 403, code: 'AccessDenied' }, 'AccessDenied'],
  ['has no such bucket', { status: 404, code: 'NoSuchBucket' }, 'NoSuchBucket'],
])('a bucket that %s is logged once with the cause, and once when it works again', async (_, fault, cause) => {
  const { state, files, lines } = await openBucket()
  Object.assign(state, fault)
  for (let turn = 0; turn < 3; turn += 1) {
    await expect(files.save('i-1', Buffer.from('x'))).rejects.toThrow()
    await expect(files.read('i-1')).rejects.toThrow()
  }
  Object.assign(state, { status: 200, code: '', isAway: false })
  for (let turn = 0; turn < 2; turn += 1) await files.save('i-1', Buffer.from('x'))
  expect(lines).toMatchObject([
    { level: 'error', event: 'service-failed', detail: 'object storage', error: expect.stringContaining(cause) },
    { level: 'warn', event: 'service-recovered', detail: 'object storage', count: 6 },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
})

it('a missing picture is no outage of the bucket', async () => {
  const { state, files, lines } = await openBucket()
  Object.assign(state, { status: 404, code: 'NoSuchKey' })
  expect(await files.read('i-1')).toBeNull()
  expect(lines).toEqual([])
})
