import { fileURLToPath } from 'node:url'
import { createAdmission } from '../admission/admission.ts'
import { runChild } from '../run-child.ts'

/** Type and size (pixels) of a picture from its first bytes, read without decoding it. */
export type PictureHeader = { type: 'jpeg' | 'png' | 'webp'; width: number; height: number }

const hasText = (bytes: Buffer, text: string, at: number) => bytes.toString('latin1', at, at + text.length) === text

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n'

function readPng(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 24 || !hasText(bytes, 'IHDR', 12)) return null
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Whether the marker starts a frame header, which contains the size: C0 to CF except C4, C8 and CC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const START_OF_SCAN = 0xda
const FILL = 0xff

function readJpeg(bytes: Buffer): PictureHeader | null {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== FILL) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === FILL) at += 1
    else if (marker === START_OF_SCAN) return null
    else if (isFrame(marker)) {
      return { type: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    } else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function readWebp(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 30) return null
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') {
    return { type: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  }
  if (chunk === 'VP8L') {
    const size = bytes.readUInt32LE(21)
    return { type: 'webp', width: (size & 0x3fff) + 1, height: ((size >>> 14) & 0x3fff) + 1 }
  }
  if (chunk !== 'VP8 ') return null
  return { type: 'webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

/** Reads the header from the bytes alone; file name and content type are ignored. null: not a JPEG, PNG or WebP. */
export function readPictureHeader(bytes: Buffer): PictureHeader | null {
  if (hasText(bytes, PNG_SIGNATURE, 0)) return readPng(bytes)
  if (hasText(bytes, '\xff\xd8\xff', 0)) return readJpeg(bytes)
  return hasText(bytes, 'RIFF', 0) && hasText(bytes, 'WEBP', 8) ? readWebp(bytes) : null
}

const file = fileURLToPath(new URL('./re-encode.child.ts', import.meta.url))

/** Together with the wait for a slot, an upload is answered within three seconds. */
const TIMEOUT_MS = 2_000

/** One picture at a time: decoding takes up to 160 MB of memory and one core. */
const rule = { running: 1, waiting: { capacity: 16, maxWaitMs: 800, lifoAfterMs: 800 } }

export type ReEncodedImage = { jpeg: Buffer; width: number; height: number }

/**
 * Re-encodes a picture as an upright JPEG of at most 2560 pixels a side, without location, camera, comment and colour
 * profile. null: it cannot be decoded, or not in time. @throws Overloaded when the queue is full.
 */
export type ReEncodeImage = (bytes: Buffer) => Promise<ReEncodedImage | null>

/** `timeoutMs` is the maximum time for one picture. */
export function createImageReEncoder({
  timeoutMs = TIMEOUT_MS,
  admission = createAdmission(rule),
} = {}): ReEncodeImage {
  return (bytes) =>
    admission.run(async () => {
      const jpeg = await runChild({ file, timeoutMs }, [bytes])
      const header = jpeg === null ? null : readPictureHeader(jpeg)
      return jpeg === null || header === null ? null : { jpeg, width: header.width, height: header.height }
    })
}
