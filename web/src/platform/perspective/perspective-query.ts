import type { Perspective } from '@baiqicha/contract/company-perspective'
import { perspectiveRoutes } from '@baiqicha/contract/routes/perspective'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/client.ts'

const perspectiveOptions = (id: string, perspective: Perspective) =>
  queryOptions(
    apiQuery(['companyPerspective', id, perspective], perspectiveRoutes.companyPerspective, { id, perspective }),
  )

/** Rows of 求职视角 or 合作视角. */
export const usePerspectiveQuery = (id: string, perspective: Perspective) =>
  useQuery(perspectiveOptions(id, perspective))

/** The same of several companies, in their order; `data` undefined until all have arrived. */
export const usePerspectiveQueries = (ids: readonly string[], perspective: Perspective) =>
  useQueries({
    queries: ids.map((id) => perspectiveOptions(id, perspective)),
    combine: (queries) => {
      const data = queries.flatMap((query) => query.data ?? [])
      return {
        data: data.length === ids.length ? data : undefined,
        error: queries.find(({ error }) => error !== null)?.error ?? null,
        retry: () => queries.forEach((query) => query.error !== null && void query.refetch()),
      }
    },
  })
