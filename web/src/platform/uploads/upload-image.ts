import { type UploadedImage, uploadedImageSchema } from '@baiqicha/contract/correction'
import { UPLOAD_IMAGE_PATH } from '@baiqicha/contract/routes/correction'
import { API_BASE } from '@baiqicha/contract/routes/route'
import { ApiError } from '../api/api-error.ts'
import { callThrough, type Transport } from '../api/client.ts'

type UploadOptions = {
  /** Token of a visitor with a verified number; not needed with a session. */
  contactToken?: string | undefined
  /** Receives the progress, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uses XMLHttpRequest: `fetch` reports no upload progress. */
const sendForm =
  (form: FormData, { onProgress, signal }: UploadOptions): Transport =>
  (headers) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', `${API_BASE}${UPLOAD_IMAGE_PATH}`)
      for (const [name, value] of headers) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      })
      request.addEventListener('load', () =>
        resolve(new Response(request.responseText || null, { status: request.status })),
      )
      request.addEventListener('error', () => reject(new ApiError({ type: 'network' })))
      request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      signal.addEventListener('abort', () => request.abort(), { once: true })
      request.send(form)
    })

/** Uploads one picture. Throws `ApiError` without showing it: the caller shows it beside the picture. */
export function uploadImage(image: Blob, options: UploadOptions): Promise<UploadedImage> {
  const form = new FormData()
  // Fields precede the file, so that the server knows the sender before it reads the file.
  if (options.contactToken !== undefined) form.append('contactToken', options.contactToken)
  form.append('file', image, 'picture')
  return callThrough({ path: UPLOAD_IMAGE_PATH, output: uploadedImageSchema }, sendForm(form, options), {
    silent: true,
    signal: options.signal,
  })
}
