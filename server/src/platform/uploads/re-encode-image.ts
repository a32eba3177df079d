import { fileURLToPath } from 'node:url'
import { createAdmission } from '../admission/admission.ts'
import { runChild } from '../run-child.ts'
import { readPictureHeader } from './picture-header.ts'

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
