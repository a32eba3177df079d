import {
  LEAD_EXPORT_COMPANIES_HEADER,
  LEAD_EXPORT_PATH,
  LEAD_EXPORT_ROWS_HEADER,
} from '@baiqicha/contract/routes/leads'
import { API_BASE } from '@baiqicha/contract/routes/route'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/api/api-error.ts'
import { callThrough } from '../../platform/api/client.ts'
import { type LeadParams, toLeadInput } from './lead-params.ts'

export type LeadExport = { file: Blob; companies: number; rows: number }

/** Landlines and company mailboxes of a search as CSV. Throws `ApiError`; rejections have not been shown. */
export async function exportLeads(params: LeadParams): Promise<LeadExport> {
  let found: LeadExport = { file: new Blob(), companies: 0, rows: 0 }
  const input = Object.entries(toLeadInput(params)).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams(Object.fromEntries(input)).toString()
  await callThrough({ path: LEAD_EXPORT_PATH, output: z.null() }, async (headers) => {
    const response = await fetch(`${API_BASE}${LEAD_EXPORT_PATH}?${query}`, { headers }).catch(() => {
      throw new ApiError({ type: 'network' })
    })
    if (response.headers.get('content-type')?.startsWith('text/csv') !== true) return response
    const file = await response.blob().catch(() => {
      throw new ApiError({ type: 'network' })
    })
    const countIn = (header: string) => Number(response.headers.get(header) ?? 0)
    found = { file, companies: countIn(LEAD_EXPORT_COMPANIES_HEADER), rows: countIn(LEAD_EXPORT_ROWS_HEADER) }
    return new Response(JSON.stringify({ code: 0, message: '', data: null }))
  })
  return found
}
