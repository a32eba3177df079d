import { type UploadedImage, uploadedImageSchema } from '@baiqicha/contract/correction'
import { UPLOAD_IMAGE_PATH } from '@baiqicha/contract/routes/correction'
import { API_BASE } from '@baiqicha/contract/routes/route'
import { ApiError } from '../api/api-error.ts'
import { callThrough, type Transport } from '../api/client.ts'

type UploadOptions = {
  /** Proof of a visitor's mobile number; a user needs none. */
  contactToken?: string | undefined
  /** Gets the share of the image that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
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

/** Uploads one image. Throws `ApiError`. Silent: the caller shows a failure beside the image. */
export function uploadImage(image: Blob, options: UploadOptions): Promise<UploadedImage> {
  const form = new FormData()
  // The token precedes the file, so that the server knows the sender before it reads the file.
  if (options.contactToken !== undefined) form.append('contactToken', options.contactToken)
  form.append('file', image, 'picture')
  return callThrough({ path: UPLOAD_IMAGE_PATH, output: uploadedImageSchema }, sendForm(form, options), {
    silent: true,
    signal: options.signal,
  })
}
