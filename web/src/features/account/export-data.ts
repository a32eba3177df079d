import { type ExportFormat, SMS_CODE_HEADER } from '@baiqicha/contract/account'
import { EXPORT_DATA_PATH } from '@baiqicha/contract/routes/account'
import { API_BASE } from '@baiqicha/contract/routes/route'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/api/api-error.ts'
import { callThrough } from '../../platform/api/client.ts'

type ExportRequest = {
  format: ExportFormat
  /** null: the session needs no proof of the number. */
  smsCode: string | null
}

/** All data about the user as a zip archive. Throws `ApiError`; rejections have not been shown. */
export async function exportData({ format, smsCode }: ExportRequest): Promise<Blob> {
  let archive = new Blob()
  await callThrough({ path: EXPORT_DATA_PATH, output: z.null() }, async (headers) => {
    if (smsCode !== null) headers.set(SMS_CODE_HEADER, smsCode)
    const response = await fetch(`${API_BASE}${EXPORT_DATA_PATH}?format=${format}`, { headers }).catch(() => {
      throw new ApiError({ type: 'network' })
    })
    if (response.headers.get('content-type') !== 'application/zip') return response
    archive = await response.blob().catch(() => {
      throw new ApiError({ type: 'network' })
    })
    return new Response(JSON.stringify({ code: 0, message: '', data: null }))
  })
  return archive
}
