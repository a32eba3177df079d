import { DESK_HEADER } from '@baiqicha/contract/desk/actions'
import { PIECE_BYTES, pieceAnswer, UPLOAD_MAX_BYTES, UPLOAD_PIECE_PATH } from '@baiqicha/contract/desk/uploads'
import * as z from 'zod/mini'
import { act, readAnswer } from './api.ts'

/** Times that a piece is sent when the connection breaks. */
const ATTEMPTS = 5
const RETRY_MS = 1_000

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export type SendState = { step: 'hash' | 'send'; share: number }

/** Sends a piece; a broken connection is tried again, a refusal is not. @throws Error whose message is shown */
async function sendPiece(id: string, piece: number, body: Blob): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(`${UPLOAD_PIECE_PATH}?id=${id}&piece=${piece}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', [DESK_HEADER]: '1' },
        body,
      })
      z.parse(pieceAnswer, await readAnswer(response))
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof TypeError)) throw error
      await wait(RETRY_MS * attempt)
    }
  }
}

/**
 * Sends a file in pieces, or those that are missing of an interrupted upload of the same file. Returns the id of the upload.
 * @throws Error whose message is shown
 */
export async function sendImportFile(file: File, onProgress: (state: SendState) => void): Promise<string> {
  if (file.size === 0) throw new Error('文件是空的。')
  if (file.size > UPLOAD_MAX_BYTES) throw new Error('文件不能超过 2 GB。')
  if (globalThis.crypto?.subtle === undefined) throw new Error('请用 https 或 localhost 打开后台，才能上传。')
  const count = Math.ceil(file.size / PIECE_BYTES)
  const pieceAt = (at: number) => file.slice(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)
  const pieces: string[] = []
  for (let at = 0; at < count; at += 1) {
    onProgress({ step: 'hash', share: at / count })
    pieces.push(hex(await crypto.subtle.digest('SHA-256', await pieceAt(at).arrayBuffer())))
  }
  const { id, received } = await act('uploads begin', { fileName: file.name, size: file.size, pieces })
  const stored = new Set(received)
  for (let at = 0; at < count; at += 1) {
    onProgress({ step: 'send', share: at / count })
    if (!stored.has(at)) await sendPiece(id, at, pieceAt(at))
  }
  return id
}
