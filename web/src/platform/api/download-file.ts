import { API_BASE } from '@baiqicha/contract/routes/route'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { type CallOptions, callThrough } from './client.ts'

type Download = {
  path: string
  query: Record<string, string>
  /** Beginning of the content type of the file. An answer of another type is an envelope. */
  type: string
}

const offline = () => {
  throw new ApiError({ type: 'network' })
}

/** Calls a path that answers with a file; the headers are those of the answer. Throws `ApiError`; rejections have not been shown. */
export async function downloadFile(
  { path, query, type }: Download,
  options: CallOptions & { headers?: Record<string, string> } = {},
): Promise<{ file: Blob; headers: Headers }> {
  let found = { file: new Blob(), headers: new Headers() }
  const url = `${API_BASE}${path}?${new URLSearchParams(query).toString()}`
  const transport = async (headers: Headers) => {
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    const response = await fetch(url, { headers }).catch(offline)
    if (response.headers.get('content-type')?.startsWith(type) !== true) return response
    found = { file: await response.blob().catch(offline), headers: response.headers }
    return new Response(JSON.stringify({ code: 0, message: '', data: null }))
  }
  await callThrough({ path, output: z.null() }, transport, options)
  return found
}
