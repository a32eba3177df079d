import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createAdmission } from '../admission/admission.ts'
import { readPictureHeader } from './picture-header.ts'

const program = fileURLToPath(new URL('./re-encode.child.ts', import.meta.url))

/** No variables of this process, such as the database URL. Windows starts no program without this one. */
const env = process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }

/** With the wait before it, everything is answered within three seconds. */
const PATIENCE_MS = 2_000

/** A decoded picture takes up to 160 MB, and time: one after the other. */
const rule = { running: 1, waiting: { capacity: 16, maxWaitMs: 800, lifoAfterMs: 800 } }

export type ReEncodedImage = { jpeg: Buffer; width: number; height: number }

/**
 * The picture alone, upright, as a JPEG of at most 2560 pixels a side: no place, camera, comment or profile. null for what
 * cannot be decoded, or not in time. @throws Overloaded when the queue is full.
 */
export type ReEncodeImage = (bytes: Buffer) => Promise<ReEncodedImage | null>

/** `patienceMs` is how long one picture may take. */
export function createImageReEncoder({ patienceMs = PATIENCE_MS, line = createAdmission(rule) } = {}): ReEncodeImage {
  return (bytes) =>
    line.run(async () => {
      const jpeg = await runProgram(bytes, patienceMs)
      const header = jpeg === null ? null : readPictureHeader(jpeg)
      return jpeg === null || header === null ? null : { jpeg, width: header.width, height: header.height }
    })
}

/** What the program writes; null where it fails or takes too long. */
function runProgram(bytes: Buffer, patienceMs: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks) : null))
    // It may end before it has read all.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
  })
}
