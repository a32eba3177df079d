import { BATCH_NAME_LENGTH, type BatchFormat, type BatchJob, batchJobSchema } from '@baiqicha/contract/batch'
import { BATCH_FILE_PATH, batchRoutes, CREATE_BATCH_PATH } from '@baiqicha/contract/routes/batch'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { apiPages } from '../../platform/api/api-pages.ts'
import { apiQuery, callThrough } from '../../platform/api/client.ts'
import { downloadFile } from '../../platform/api/download-file.ts'
import { sendForm } from '../../platform/uploads/send-form.ts'

/** Interval at which the progress of a list is read. */
const PROGRESS_MS = 1_000

const fileTypes: Readonly<Record<BatchFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
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
export const downloadBatch = async (id: string, format: BatchFormat): Promise<Blob> =>
  (await downloadFile({ path: BATCH_FILE_PATH, query: { id, format }, type: fileTypes[format] }, { silent: true })).file

/** Lists of the last days, and what is left of today. */
export const useBatchListQuery = () => useQuery({ ...apiQuery(['batchList'], batchRoutes.batchList, {}), staleTime: 0 })

export const batchKey = (id: string) => ['batch', id] as const

/** A list, read again while it is looked up. */
export const useBatchQuery = (id: string) =>
  useQuery({
    ...apiQuery([...batchKey(id), 'status'], batchRoutes.batchStatus, { id }, { silent: true, isBackground: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? PROGRESS_MS : false),
  })

/** Rows of a list that has ended. */
export const useBatchRowsQuery = (job: BatchJob, view: z.infer<typeof batchRoutes.batchRows.input>['view']) =>
  useInfiniteQuery({
    ...apiPages([...batchKey(job.id), 'rows', view, job.state], batchRoutes.batchRows, (page) => ({
      id: job.id,
      view,
      page,
    })),
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    enabled: job.state !== 'running',
  })
