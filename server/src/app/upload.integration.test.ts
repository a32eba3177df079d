import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { assert, asyncProperty, constantFrom, record, uint8Array } from 'fast-check'
import { expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { openTestApp, shippedLimits, signIn, withLimits } from '../../test/http/app.ts'
import {
  buildForm,
  buildPicture,
  send,
  upload,
  uploadPath,
  withoutReEncoding,
  withPhoneNotes,
} from '../../test/http/uploads.ts'
import { systemRandom } from '../platform/crypto/system-random.ts'
import { createPictureFiles } from '../platform/uploads/picture-files.ts'
import { createImageReEncoder } from '../platform/uploads/re-encode-image.ts'
import { createUploadService } from '../platform/uploads/upload.service.ts'
import type { AppDeps } from './create-app.ts'

const MB = 1024 * 1024
const DAY = 86_400_000

const reEncoded = { reEncodeImage: withoutReEncoding }

/** A PNG that declares these dimensions and contains almost no data. */
async function pngOfSize(width: number, height: number) {
  const png = await buildPicture({ type: 'png' })
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

describeDatabases('an uploaded picture', (freshDatabase) => {
  async function open(deviation: Partial<AppDeps> = {}) {
    const database: TestDatabase = await freshDatabase()
    const directory = path.join(database.location.dataDir, 'uploads')
    const pictureFiles = createPictureFiles(directory)
    const test = await openTestApp(database.db, { pictureFiles, ...deviation })
    const { token } = await signIn(test)
    const files = async () =>
      (await readdir(directory, { recursive: true }).catch(() => [])).filter((name) => name.includes('.'))
    return { ...database, test, token, files, pictureFiles }
  }

  it('is re-encoded upright and smaller, without metadata, under a random name', async () => {
    const { test, token, files, pictureFiles } = await open()
    const original = withPhoneNotes(await buildPicture({ width: 3_000, height: 1_500 }), 6)
    const { status, code, data } = await upload(test, original, { token })
    expect({ status, code, data }).toEqual({
      status: 200,
      code: 0,
      data: { imageId: expect.stringMatching(/^i-[0-9a-z]{20}$/), width: 1_280, height: 2_560 },
    })
    const id = data?.imageId ?? ''
    expect(await files()).toEqual([`${id.slice(2, 4)}/${id.slice(4, 6)}/${id}.jpg`])
    const stored = await readFile(pictureFiles.placeOf(id))
    expect(original.toString('latin1')).toMatch(
      /canary-camera[\s\S]*canary-gps[\s\S]*canary-profile[\s\S]*canary-comment/,
    )
    expect(stored.toString('latin1')).not.toMatch(/canary|Exif/)
    const image = await loadImage(stored)
    const context = createCanvas(1_280, 2_560).getContext('2d')
    context.drawImage(image, 0, 0)
    const colourAt = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data].map((part) => part > 128)
    // Rotated by a quarter: the former upper left corner is at the upper right.
    expect([colourAt(1_270, 10), colourAt(10, 10)]).toEqual([
      [false, false, true, true],
      [true, false, false, true],
    ])
  })

  it('that is also a zip or a page is stored as a picture only', async () => {
    const { test, token, pictureFiles } = await open()
    const polyglot = Buffer.concat([await buildPicture(), Buffer.from('PK\u0003\u0004canary<script>canary</script>')])
    const { code, data } = await upload(test, polyglot, { token })
    expect(code).toBe(0)
    const stored = await readFile(pictureFiles.placeOf(data?.imageId ?? ''))
    expect(stored.toString('latin1')).not.toMatch(/canary|<script>/)
  })

  it('may be a PNG or a WebP, whatever its file name', async () => {
    const { test, token, files } = await open()
    for (const type of ['png', 'webp'] as const) {
      const answer = await upload(test, await buildPicture({ type }), { token })
      expect(answer).toMatchObject({ code: 0, data: { width: 60, height: 40 } })
    }
    expect(await files()).toHaveLength(2)
  })

  it('that is not a picture, has too many pixels, is too long or is broken is refused and leaves no file', async () => {
    const { db, test, token, files } = await open()
    const picture = await buildPicture({ width: 600, height: 400 })
    const cases: [Buffer, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), '请上传 jpg、png 或 webp 图片'],
      [Buffer.from('PK\u0003\u0004'), '请上传 jpg、png 或 webp 图片'],
      [await pngOfSize(10_000, 10_000), '图片不能超过 4000 万像素，请缩小后上传'],
      [Buffer.from('%PDF-1.7'), '请上传 jpg、png 或 webp 图片'],
      [Buffer.alloc(0), '请上传 jpg、png 或 webp 图片'],
      [await pngOfSize(0, 40), '请上传 jpg、png 或 webp 图片'],
      [await pngOfSize(8_001, 5_000), '图片不能超过 4000 万像素，请缩小后上传'],
      [await pngOfSize(0xff_ff_ff_ff, 0xff_ff_ff_ff), '图片不能超过 4000 万像素，请缩小后上传'],
      [Buffer.concat([picture, Buffer.alloc(5 * MB)]), '图片不能超过 5 MB'],
      [await pngOfSize(400, 400), '图片无法读取，请换一张，或截图后上传'],
      [picture.subarray(0, picture.indexOf(Buffer.from([0xff, 0xda])) + 2), '图片无法读取，请换一张，或截图后上传'],
    ]
    for (const [bytes, message] of cases) {
      expect.soft(await upload(test, bytes, { token })).toMatchObject({ status: 200, code: 4118, message, data: null })
    }
    expect(await files()).toEqual([])
    expect(await db.selectFrom('upload').select('id').execute()).toEqual([])
  })

  it('that takes too long to decode is refused', async () => {
    const { test, token } = await open({ reEncodeImage: createImageReEncoder({ timeoutMs: 1 }) })
    expect(await upload(test, await buildPicture(), { token })).toMatchObject({ status: 200, code: 4118 })
  })

  it('without session and proof is refused before it is read', async () => {
    const { test, files } = await open()
    const picture = await buildPicture()
    expect(await upload(test, picture)).toMatchObject({ status: 200, code: 403, data: null })
    expect(await upload(test, picture, { token: 'x'.repeat(43) })).toMatchObject({ status: 200, code: 403 })
    const unproved = await upload(test, picture, { contactToken: 'a-token-that-was-never-issued' })
    expect(unproved).toMatchObject({ status: 200, code: 4119, message: '手机号验证已过期，请重新验证' })
    // The token follows the picture, which would have to be in memory before the applicant is known.
    const late = buildForm([
      { name: 'file', content: picture, fileName: 'a.jpg' },
      { name: 'contactToken', content: 'a-token-that-was-never-issued' },
    ])
    expect(await send(test, late)).toMatchObject({ status: 200, code: 403 })
    expect(await files()).toEqual([])
  })

  it('is accepted only as the single file of a form', async () => {
    const { test, token, files } = await open(reEncoded)
    const content = await buildPicture()
    const file = { name: 'file', content, fileName: 'a.jpg', type: 'image/jpeg' }
    const whole = buildForm([file])
    const bad = { status: 400, code: 400 }
    const twice = await send(test, buildForm([file, file]), token)
    expect.soft(twice).toMatchObject(bad)
    expect.soft(await send(test, buildForm([]), token)).toMatchObject(bad)
    expect.soft(await send(test, buildForm([{ ...file, name: 'picture' }]), token)).toMatchObject(bad)
    expect.soft(await send(test, buildForm([{ name: 'isVip', content: '1' }, file]), token)).toMatchObject(bad)
    expect.soft(await send(test, buildForm([{ name: '__proto__', content: '1' }, file]), token)).toMatchObject(bad)
    const types = ['application/json', 'multipart/form-data', 'multipart/form-data; boundary=', 'image/jpeg', '']
    for (const type of types) {
      expect.soft(await send(test, { ...whole, headers: { 'content-type': type } }, token)).toMatchObject(bad)
    }
    const compressed = { ...whole, headers: { ...whole.headers, 'content-encoding': 'gzip' } }
    expect.soft(await send(test, compressed, token)).toMatchObject(bad)
    const elsewhere = await test.app.inject({ method: 'POST', url: '/api/h5/v1/user/logout', ...whole })
    expect.soft(elsewhere.statusCode).toBe(400)
    expect(await files()).toEqual([])
  })

  it('that is cut short or corrupted is refused without a server error', async () => {
    const { test, token, files } = await open(reEncoded)
    const { headers, payload } = buildForm([
      { name: 'file', content: await buildPicture(), fileName: 'a.jpg', type: 'image/jpeg' },
    ])
    const cuts = [0, 1, 30, 100, 140, 400, payload.length - 40, payload.length - 5]
    for (const length of cuts) {
      const answer = await send(test, { headers, payload: payload.subarray(0, length) }, token)
      expect.soft({ length, status: answer.status, code: answer.code }).toEqual({ length, status: 400, code: 400 })
    }
    const spoilt = record({
      start: constantFrom(0, 2, 60, 100, 200),
      bytes: uint8Array({ maxLength: 60 }),
      boundary: constantFrom('a-boundary-of-tests', 'x', '--', '"'),
    })
    await assert(
      asyncProperty(spoilt, async ({ start, bytes, boundary }) => {
        const body = Buffer.from(payload)
        body.set(bytes, start)
        const type = `multipart/form-data; boundary=${boundary}`
        const { status } = await send(test, { headers: { 'content-type': type }, payload: body }, token)
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 100 },
    )
    expect((await files()).every((name) => name.endsWith('.jpg'))).toBe(true)
  })

  it('counts towards twenty an hour per person, also when many are sent at once', async () => {
    const { db, test, token, files } = await open({ ...withLimits(shippedLimits()), ...reEncoded })
    const picture = await buildPicture()
    const answers = await Promise.all(Array.from({ length: 30 }, () => upload(test, picture, { token })))
    const refused = answers.filter(({ code }) => code !== 0)
    expect(refused).toHaveLength(10)
    expect(refused.every(({ status, code }) => status === 200 && code === 429)).toBe(true)
    expect(refused[0]?.message).toMatch(/^上传图片过于频繁，请 180 秒/)
    expect(await files()).toHaveLength(20)
    expect(await db.selectFrom('upload').select('id').execute()).toHaveLength(20)
    test.clock.time += 180_000
    expect((await upload(test, picture, { token })).code).toBe(0)
    expect((await upload(test, picture, { token: (await signIn(test)).token })).code).toBe(0)
  })

  it('is erased after a day without use, as is a file without a row', async () => {
    const { db, test, token, files, pictureFiles } = await open(reEncoded)
    const picture = await buildPicture()
    await upload(test, picture, { token })
    await pictureFiles.save('i-0000left0by0a0killed0process', picture)
    const { clock } = test
    const parts = { db, clock, random: systemRandom, reEncode: withoutReEncoding, files: pictureFiles }
    const uploads = createUploadService(parts)
    clock.time += DAY
    await uploads.eraseUnused()
    expect(await files()).toHaveLength(2)
    clock.time += 1
    await uploads.eraseUnused()
    expect(await files()).toEqual(['00/00/i-0000left0by0a0killed0process.jpg'])
    // The age of files follows the real clock.
    clock.time = Date.now()
    await uploads.deleteOrphanFiles()
    expect(await files()).toHaveLength(1)
    clock.time += DAY + 60_000
    await uploads.deleteOrphanFiles()
    expect(await files()).toEqual([])
  })

  it('that is far too long is refused while it is being sent, and the connection stays usable', async () => {
    const { test, token, files } = await open(reEncoded)
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const body = new FormData()
    body.append('file', new Blob([await buildPicture(), new Uint8Array(24 * MB)]), 'a.jpg')
    const response = await fetch(test.app.listeningOrigin + uploadPath, { method: 'POST', headers: { token }, body })
    expect(response.headers.get('connection')).toBe('keep-alive')
    expect(await response.json()).toEqual({ code: 4118, message: '图片不能超过 5 MB', data: null })
    expect(await files()).toEqual([])
  })

  it('that stalls is aborted, and its caller gets a response', async () => {
    const { test, token, files } = await open(reEncoded)
    test.app.server.requestTimeout = 300
    test.app.server.headersTimeout = 300
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { headers, payload } = buildForm([{ name: 'file', content: await buildPicture(), fileName: 'a.jpg' }])
    const socket = connect(Number(new URL(test.app.listeningOrigin).port), '127.0.0.1')
    const head = `POST ${uploadPath} HTTP/1.1\r\nHost: a\r\ntoken: ${token}\r\nContent-Type: ${headers['content-type']}\r\n`
    socket.write(`${head}Content-Length: ${payload.length}\r\n\r\n`)
    socket.write(payload.subarray(0, payload.length - 100))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*"code":400/)
    expect(await files()).toEqual([])
  })
})
