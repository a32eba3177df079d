import { PAGE_LIMIT } from '@baiqicha/contract/envelope'
import type { Route } from '@baiqicha/contract/routes/route'
import type * as z from 'zod/mini'
import { apiQuery, type CallOptions } from './client.ts'

type Page<Row> = { list: readonly Row[]; total: number; page: number; pageSize: number }

/** Next page number; undefined after the last page that can be requested. */
const nextPageOf = ({ list, page, pageSize, total }: Page<unknown>): number | undefined =>
  list.length > 0 && page * pageSize < total && page < PAGE_LIMIT ? page + 1 : undefined

/** `apiQuery` of a list that is read page by page. Not part of it: the first load reads no such list. */
export const apiPages = <
  K extends readonly unknown[],
  I extends z.core.$ZodType,
  O extends z.core.$ZodType<Page<unknown>>,
>(
  queryKey: K,
  route: Route<I, O>,
  inputOf: (page: number) => z.input<I> & object,
  options?: CallOptions,
) => ({
  queryKey,
  queryFn: ({ pageParam, ...context }: { pageParam: number; signal: AbortSignal }) =>
    apiQuery(queryKey, route, inputOf(pageParam), options).queryFn(context),
  initialPageParam: 1,
  getNextPageParam: nextPageOf,
})

/** Rows of all pages without duplicates: a row can move to a later page between two responses. */
export function rowsOfPages<Row extends { id: string }>(pages: readonly Page<Row>[]): Row[] {
  const seen = new Set<string>()
  return pages.flatMap((page) => page.list.filter(({ id }) => !seen.has(id) && seen.add(id)))
}
