import { DESK_HEADER } from '@baiqicha/contract/desk/actions'
import { PIECE_BYTES, pieceAnswer, UPLOAD_MAX_BYTES, UPLOAD_PIECE_PATH } from '@baiqicha/contract/desk/uploads'
import { type ChangeEvent, useState } from 'react'
import * as z from 'zod/mini'
import { act, readAnswer } from './api.ts'
import { ErrorLine } from './elements.tsx'
import { goTo, useAttempt, useRefresh } from './hooks.ts'

/** Times that a piece is sent when the connection breaks. */
const ATTEMPTS = 5
const RETRY_MS = 1_000

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type SendState = { step: 'hash' | 'send'; share: number }

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
async function sendImportFile(file: File, onProgress: (state: SendState) => void): Promise<string> {
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

const stepText = { hash: '正在核对文件', send: '正在上传' } as const

/** Chooses a file and sends it, or what is missing of an interrupted upload. */
export function UploadStart({ free }: { free: number | null }) {
  const refresh = useRefresh()
  const [state, setState] = useState<SendState | null>(null)
  const { error, attempt } = useAttempt()

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file === undefined) return
    await attempt(async () => {
      const id = await sendImportFile(file, setState)
      await refresh()
      goTo(`/imports/${id}`)
    })
    setState(null)
    target.value = ''
  }

  return (
    <div className="upload">
      <label className="drop">
        <b>选择文件</b>
        <span className="quiet">CSV、XLSX、JSON、NDJSON，可用 gzip 或 zip 压缩，不超过 2 GB</span>
        <span className="quiet">
          分片上传，中断后选择同一文件继续
          {free !== null && `；可用空间 ${(free / 1_000_000_000).toFixed(1)} GB`}
        </span>
        <input type="file" aria-label="选择文件" disabled={state !== null} onChange={(event) => void send(event)} />
      </label>
      {state !== null && (
        <output className="running">
          <span>
            {stepText[state.step]} {Math.floor(state.share * 100)}%
          </span>
          <progress value={state.share} aria-label={stepText[state.step]} />
        </output>
      )}
      <ErrorLine text={error} />
    </div>
  )
}
