import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type S3Server, startS3Server } from '../../../test/engines/s3-server.ts'
import { collectIds, pictureFilesSuite } from '../../../test/uploads/picture-files.suite.ts'
import { createS3PictureFiles } from './picture-files.ts'
import { parseS3Address } from './s3-client.ts'

const PICTURE = 'i-0123456789abcdefghij'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server?.stop())

let folders = 0
const open = (address = {}, options = {}) => {
  const parsed = { ...parseS3Address(server.url), prefix: `run-${(folders += 1)}/`, ...address }
  return createS3PictureFiles(parsed, { deadlineMs: 10_000, openMs: 1, ...options })
}

describe('pictures in a bucket', () => {
  pictureFilesSuite(async () => open())

  it('are private: without the key they are neither read nor listed', async () => {
    await open({ prefix: 'uploads/' }).save(PICTURE, Buffer.from('picture'))
    expect((await fetch(`${server.bucketUrl}uploads/${PICTURE}.jpg`)).status).toBe(403)
    expect((await fetch(`${server.bucketUrl}?list-type=2`)).status).toBe(403)
  })

  it('of another folder of the bucket are not listed', async () => {
    const [ours, theirs] = [open(), open()]
    await ours.save(PICTURE, Buffer.from('ours'))
    expect(await collectIds(theirs.listOlderThan(Date.now() + 60_000))).toEqual([])
    expect(await collectIds(ours.listOlderThan(Date.now() + 60_000))).toEqual([PICTURE])
  })

  it('are unavailable, not missing, with a wrong key or without the bucket', async () => {
    const { bucketUrl } = parseS3Address(server.url)
    const wrong = { secretAccessKey: 'canary-secret' }
    const missing = { bucketUrl: bucketUrl.replace('/pictures/', '/missing/') }
    for (const [address, reason] of [
      [wrong, 'SignatureDoesNotMatch'],
      [missing, 'NoSuchBucket'],
    ] as const) {
      const files = open(address)
      const failure = { code: 'FILES_UNAVAILABLE', message: `object storage: ${reason}` }
      await expect(files.save(PICTURE, Buffer.from('picture'))).rejects.toMatchObject(failure)
      await expect(files.read(PICTURE)).rejects.toMatchObject(failure)
      await expect(files.remove(PICTURE)).rejects.toMatchObject(failure)
      await expect(collectIds(files.listOlderThan(Date.now()))).rejects.toMatchObject(failure)
      await expect(files.requireReachable()).rejects.toThrow(/^object storage: HTTP 40[34]$/)
    }
  })

  it('are unavailable within the deadline while the server is gone or hangs, and available again by themselves', async () => {
    onTestFinished(() => server.start())
    const files = open({}, { deadlineMs: 800, openMs: 200 })
    await files.save(PICTURE, Buffer.from('picture'))
    server.pause()
    const started = Date.now()
    await expect(files.read(PICTURE)).rejects.toMatchObject({ code: 'FILES_UNAVAILABLE' })
    expect(Date.now() - started).toBeLessThan(3_000)
    server.resume()
    await server.kill()
    await expect(files.read(PICTURE)).rejects.toThrow('object storage: ECONNREFUSED')
    await server.start()
    expect((await files.read(PICTURE))?.toString()).toBe('picture')
  })
})
