import { QueryClient } from '@tanstack/react-query'

/** How long an answer counts as fresh. Milliseconds. */
const STALE_MS = 60_000

/**
 * Nothing is fetched again behind the reader's back: no retry (a failed list offers 重试, and a server in trouble is
 * not asked twice), nothing on focus. `always`: offline must fail and say so, not wait.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always', staleTime: STALE_MS },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
