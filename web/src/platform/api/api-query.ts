import type { Route } from '@baiqicha/contract/routes/route'
import type * as z from 'zod/mini'
import { type CallOptions, callApi } from './client.ts'

/** Key and function of the query of a call. A page shows a failure of its queries itself, with 重试. */
export const apiQuery = <K extends readonly unknown[], I extends z.core.$ZodType, O extends z.core.$ZodType>(
  queryKey: K,
  route: Route<I, O>,
  input: z.input<I> & object,
  options: CallOptions = { silent: true },
) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<z.output<O>> => callApi(route, input, { ...options, signal }),
})
