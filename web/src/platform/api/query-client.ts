import { onlineManager, QueryClient } from '@tanstack/react-query'

/** Time for which a response counts as fresh. Milliseconds. */
const STALE_MS = 60_000

/**
 * Query client without automatic refetching: no retry (a failed list offers 重试, and an overloaded server gets no second
 * request), and none on focus. `always`: fails at once when offline instead of waiting; what failed without any data loads
 * when the connection returns.
 */
export function createQueryClient(): QueryClient {
  // A page that was opened offline has seen no event: the return of the connection would be none either.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => state.status === 'error' && state.data === undefined,
        networkMode: 'always',
        staleTime: STALE_MS,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
