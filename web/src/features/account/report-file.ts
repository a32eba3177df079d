import { REPORT_FILE_PATH } from '@baiqicha/contract/routes/report'
import { API_BASE } from '@baiqicha/contract/routes/route'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/api/api-error.ts'
import { callThrough } from '../../platform/api/client.ts'

/** The PDF of a report. Throws `ApiError`; rejections have not been shown. */
export async function fetchReportFile(id: string): Promise<Blob> {
  let file = new Blob()
  const query = new URLSearchParams({ id }).toString()
  await callThrough({ path: REPORT_FILE_PATH, output: z.null() }, async (headers) => {
    const response = await fetch(`${API_BASE}${REPORT_FILE_PATH}?${query}`, { headers }).catch(() => {
      throw new ApiError({ type: 'network' })
    })
    if (response.headers.get('content-type') !== 'application/pdf') return response
    file = await response.blob().catch(() => {
      throw new ApiError({ type: 'network' })
    })
    return new Response(JSON.stringify({ code: 0, message: '', data: null }))
  })
  return file
}
