import type { Route } from '@baiqicha/contract/routes/route'
import type * as z from 'zod/mini'
import { nextPageOf } from '../../lib/list-pages.ts'
import { apiQuery, type CallOptions } from './client.ts'

type ListSchema = z.core.$ZodType<{ list: readonly unknown[]; total: number; page: number; pageSize: number }>

/** `apiQuery` of a list that is read page by page. Not part of it: the first load reads no such list. */
export const apiPages = <K extends readonly unknown[], I extends z.core.$ZodType, O extends ListSchema>(
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
