import { PAGE_LIMIT } from '@baiqicha/contract/envelope'
import type { RecordList, RecordRow, RecordView } from '@baiqicha/contract/records/record'
import { overviewKeys, type RecordKindKey } from '@baiqicha/contract/records/record-keys'
import { recordListRoutes } from '@baiqicha/contract/routes/record'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'

/** What a list is narrowed by: its view, and values of its facets or of the company's part. */
export type RecordNarrowing = { view?: RecordView; [facet: string]: string | undefined }

const isOfOverview = (key: RecordKindKey) => overviewKeys.some((known) => known === key)

/** Under the overview the company is `id`, elsewhere `companyId`. */
const companyInput = (key: RecordKindKey, companyId: string) => (isOfOverview(key) ? { id: companyId } : { companyId })

const hasMore = ({ list, page, pageSize, total }: RecordList) =>
  list.length > 0 && page * pageSize < total && page < PAGE_LIMIT

export type RecordPage = { key: RecordKindKey; companyId: string; narrowing?: RecordNarrowing; page?: number }

/** One page of a list, asked for by hand. */
export const fetchRecordPage = (
  { key, companyId, narrowing = {}, page = 1 }: RecordPage,
  options: { signal?: AbortSignal; silent?: boolean } = {},
): Promise<RecordList> =>
  callApi(recordListRoutes[`${key}List`], { ...companyInput(key, companyId), ...narrowing, page }, options)

/** The records of a kind of one company, page by page. Rows of another view or company never stand in for these. */
export function useRecordListQuery(
  key: RecordKindKey,
  companyId: string,
  { narrowing = {}, isEnabled = true }: { narrowing?: RecordNarrowing; isEnabled?: boolean } = {},
) {
  return useInfiniteQuery({
    queryKey: ['recordList', key, companyId, narrowing],
    queryFn: ({ pageParam, signal }) => fetchRecordPage({ key, companyId, narrowing, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (hasMore(last) ? last.page + 1 : undefined),
    enabled: isEnabled && companyId !== '',
  })
}

/** Rows of all pages; one that moved to a later page between two answers is shown once. */
export function recordRowsOf(pages: readonly RecordList[]): RecordRow[] {
  const seen = new Set<string>()
  return pages.flatMap((page) => page.list.filter(({ id }) => !seen.has(id) && seen.add(id)))
}
