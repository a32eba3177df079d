import { envelopeSchema } from '@baiqicha/contract/envelope'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { createCanvas } from '@napi-rs/canvas'
import * as z from 'zod/mini'
import type { ReEncodeImage } from '../../src/platform/uploads/re-encode-image.ts'
import type { TestApp } from './app.ts'

/** For tests that are not about what a picture becomes: no process is started for it. */
export const keepAsItIs: ReEncodeImage = async (bytes) => ({ jpeg: bytes, width: 60, height: 40 })

type PictureOptions = { width?: number; height?: number; type?: 'jpeg' | 'png' | 'webp' }

/** A picture whose left upper quarter is blue and the rest red. */
export async function buildPicture({ width = 60, height = 40, type = 'jpeg' }: PictureOptions = {}): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ff0000'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#0000ff'
  context.fillRect(0, 0, width / 2, height / 2)
  if (type === 'jpeg') return canvas.encode('jpeg', 95)
  return type === 'png' ? canvas.encode('png') : canvas.encode('webp', 95)
}

const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** An entry of an image file directory, big-endian; `value` is the number itself or where the content stands. */
function entry(tag: number, type: number, count: number, value: Buffer) {
  const written = Buffer.alloc(12)
  written.writeUInt16BE(tag, 0)
  written.writeUInt16BE(type, 2)
  written.writeUInt32BE(count, 4)
  value.copy(written, 8)
  return written
}
const short = (value: number) => Buffer.from([0, value, 0, 0])
const long = (value: number) => Buffer.from([0, 0, 0, value])

/** What a phone notes: which way it was held, who made it, and where it stood. */
function exifBlock(orientation: number): Buffer {
  const header = Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8])
  const camera = Buffer.from('canary-camera\0\0\0', 'latin1')
  const cameraAt = 8 + 2 + 3 * 12 + 4
  const gpsAt = cameraAt + camera.length
  const gps = Buffer.concat([Buffer.from([0, 1]), entry(1, 2, 2, Buffer.from('N\0\0\0', 'latin1')), long(0)])
  return Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    header,
    Buffer.from([0, 3]),
    entry(0x010f, 2, 14, long(cameraAt)),
    entry(0x0112, 3, 1, short(orientation)),
    entry(0x8825, 4, 1, long(gpsAt)),
    long(0),
    camera,
    gps,
    Buffer.from('canary-gps-place', 'latin1'),
  ])
}

/** A JPEG as a phone makes it: with EXIF, GPS, a colour profile and a comment, all of which hold the word canary. */
export function withPhoneNotes(jpeg: Buffer, orientation = 1): Buffer {
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, exifBlock(orientation)),
    segment(0xe2, Buffer.from('ICC_PROFILE\0\u0001\u0001canary-profile', 'latin1')),
    segment(0xfe, Buffer.from('canary-comment', 'latin1')),
    jpeg.subarray(2),
  ])
}

type Part = { name: string; content: string | Buffer; fileName?: string; type?: string }
const BOUNDARY = 'a-boundary-of-tests'

/** A form as a browser sends it. */
export function buildForm(parts: readonly Part[]): { headers: Record<string, string>; payload: Buffer } {
  const bodies = parts.flatMap(({ name, content, fileName, type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...bodies, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}

export const uploadPath = API_BASE + exceptions.uploadImage.path

const uploaded = z.nullable(z.object({ imageId: z.string(), width: z.int(), height: z.int() }))

/** Sends whatever there is to the one call that takes a picture. */
export async function send({ app }: TestApp, form: { headers: Record<string, string>; payload: Buffer }, token = '') {
  const response = await app.inject({
    method: 'POST',
    url: uploadPath,
    headers: { ...form.headers, ...(token !== '' && { token }) },
    payload: form.payload,
  })
  const { code, message, data } = z.parse(envelopeSchema, response.json())
  return { status: response.statusCode, code, message, data: z.parse(uploaded, data), headers: response.headers }
}

type Sender = { token?: string; contactToken?: string }

/** Uploads a picture as the page does. */
export const upload = (test: TestApp, picture: Buffer, { token = '', contactToken }: Sender = {}) =>
  send(
    test,
    buildForm([
      ...(contactToken === undefined ? [] : [{ name: 'contactToken', content: contactToken }]),
      { name: 'file', content: picture, fileName: '../../演示照片.jpg', type: 'image/jpeg' },
    ]),
    token,
  )
