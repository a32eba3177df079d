import { BATCH_NAME_LENGTH, type BatchFormat, type BatchJob, batchJobSchema } from '@baiqicha/contract/batch'
import { BATCH_FILE_PATH, batchRoutes, CREATE_BATCH_PATH } from '@baiqicha/contract/routes/batch'
import { API_BASE } from '@baiqicha/contract/routes/route'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/api/api-error.ts'
import { callApi, callThrough } from '../../platform/api/client.ts'
import { sendForm } from '../../platform/uploads/send-form.ts'

/** Interval at which the progress of a list is read. */
const PROGRESS_MS = 1_000

const offline = () => {
  throw new ApiError({ type: 'network' })
}

/** Sends a list. `listName`: null for a pasted one. Throws `ApiError`, which is shown beside the form. */
export function sendList(content: Blob, listName: string | null): Promise<BatchJob> {
  const form = new FormData()
  // Fields precede the file, as the server reads them first.
  if (listName !== null) form.append('listName', Array.from(listName).slice(0, BATCH_NAME_LENGTH).join(''))
  form.append('file', content, 'list')
  return callThrough({ path: CREATE_BATCH_PATH, output: batchJobSchema }, sendForm(CREATE_BATCH_PATH, form), {
    silent: true,
  })
}

/** The results of a list as a file. Throws `ApiError`; nothing has been shown. */
export async function downloadBatch(id: string, format: BatchFormat): Promise<Blob> {
  let file = new Blob()
  const query = new URLSearchParams({ id, format }).toString()
  await callThrough(
    { path: BATCH_FILE_PATH, output: z.null() },
    async (headers) => {
      const response = await fetch(`${API_BASE}${BATCH_FILE_PATH}?${query}`, { headers }).catch(offline)
      if (response.headers.get('content-type')?.startsWith('application/json') === true || !response.ok) return response
      file = await response.blob().catch(offline)
      return new Response(JSON.stringify({ code: 0, message: '', data: null }))
    },
    { silent: true },
  )
  return file
}

/** Lists of the last days, and what is left of today. */
export const useBatchListQuery = () =>
  useQuery({
    queryKey: ['batchList'],
    queryFn: ({ signal }) => callApi(batchRoutes.batchList, {}, { signal, silent: true }),
    staleTime: 0,
  })

export const batchKey = (id: string) => ['batch', id] as const

/** A list, read again while it is looked up. */
export const useBatchQuery = (id: string) =>
  useQuery({
    queryKey: [...batchKey(id), 'status'],
    queryFn: ({ signal }) => callApi(batchRoutes.batchStatus, { id }, { signal, silent: true, isBackground: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? PROGRESS_MS : false),
  })

/** Rows of a list that has ended. */
export const useBatchRowsQuery = (job: BatchJob, view: z.infer<typeof batchRoutes.batchRows.input>['view']) =>
  useInfiniteQuery({
    queryKey: [...batchKey(job.id), 'rows', view, job.state],
    queryFn: ({ pageParam, signal }) =>
      callApi(batchRoutes.batchRows, { id: job.id, view, page: pageParam }, { signal, silent: true }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    enabled: job.state !== 'running',
  })
