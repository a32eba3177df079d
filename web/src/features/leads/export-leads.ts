import { LEAD_EXPORT_PATH } from '@baiqicha/contract/routes/leads'
import { API_BASE } from '@baiqicha/contract/routes/route'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/api/api-error.ts'
import { callThrough } from '../../platform/api/client.ts'
import { type LeadParams, toLeadInput } from './lead-params.ts'

/** Landlines and company mailboxes of a search as CSV. Throws `ApiError`; rejections have not been shown. */
export async function exportLeads(params: LeadParams): Promise<Blob> {
  let file = new Blob()
  const input = Object.entries(toLeadInput(params)).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams(Object.fromEntries(input)).toString()
  await callThrough({ path: LEAD_EXPORT_PATH, output: z.null() }, async (headers) => {
    const response = await fetch(`${API_BASE}${LEAD_EXPORT_PATH}?${query}`, { headers }).catch(() => {
      throw new ApiError({ type: 'network' })
    })
    if (response.headers.get('content-type')?.startsWith('text/csv') !== true) return response
    file = await response.blob().catch(() => {
      throw new ApiError({ type: 'network' })
    })
    return new Response(JSON.stringify({ code: 0, message: '', data: null }))
  })
  return file
}
