import { type BatchView, batchViews } from '@baiqicha/contract/batch'

/** `id`: the list whose results are shown; null: a new list. */
export type BatchParams = { id: string | null; view: BatchView }

export function readBatchParams(query: URLSearchParams): BatchParams {
  const id = query.get('id') ?? ''
  return { id: id === '' ? null : id, view: batchViews.find((view) => view === query.get('view')) ?? 'all' }
}

export function batchPath({ id, view = 'all' }: { id: string; view?: BatchView }): string {
  return `/batch?${new URLSearchParams({ id, ...(view !== 'all' && { view }) }).toString()}`
}
