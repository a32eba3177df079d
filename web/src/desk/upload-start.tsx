import { type ChangeEvent, useState } from 'react'
import { goTo } from './address.ts'
import { type SendState, sendImportFile } from './send-file.ts'
import { ErrorLine, messageOf } from './states.tsx'
import { useRefresh } from './use-action.ts'

const stepText = { hash: '正在核对文件', send: '正在上传' } as const

/** Chooses a file and sends it, or what is missing of an interrupted upload. */
export function UploadStart({ free }: { free: number | null }) {
  const refresh = useRefresh()
  const [state, setState] = useState<SendState | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file === undefined) return
    setError(null)
    try {
      const id = await sendImportFile(file, setState)
      await refresh()
      goTo(`/imports/${id}`)
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setState(null)
      target.value = ''
    }
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
