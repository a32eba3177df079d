import { QueryClient } from '@tanstack/react-query'

/** How long fetched data counts as fresh, in milliseconds. */
const STALE_MS = 60_000

/**
 * Queries do not retry (a failed list offers 重试, and retries would add load to an overloaded server) and do not
 * refetch on focus. With `networkMode: 'always'` a call fails at once while offline, instead of waiting.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always', staleTime: STALE_MS },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
