import { API_BASE } from '@baiqicha/contract/routes/route'
import { ApiError } from '../api/api-error.ts'
import type { Transport } from '../api/client.ts'

type FormOptions = {
  /** Receives the progress, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends a form with a file. Uses XMLHttpRequest: `fetch` reports no upload progress. */
export const sendForm =
  (path: string, form: FormData, { onProgress, signal }: FormOptions = {}): Transport =>
  (headers) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', `${API_BASE}${path}`)
      for (const [name, value] of headers) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress?.(loaded / total)
      })
      request.addEventListener('load', () =>
        resolve(new Response(request.responseText || null, { status: request.status })),
      )
      request.addEventListener('error', () => reject(new ApiError({ type: 'network' })))
      request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(form)
    })
