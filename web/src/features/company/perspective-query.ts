import type { Perspective } from '@baiqicha/contract/company-perspective'
import { perspectiveRoutes } from '@baiqicha/contract/routes/perspective'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

/** Rows of 求职视角 or 合作视角. */
export const usePerspectiveQuery = (id: string, perspective: Perspective) =>
  useQuery({
    queryKey: ['companyPerspective', id, perspective],
    queryFn: ({ signal }) =>
      callApi(perspectiveRoutes.companyPerspective, { id, perspective }, { signal, silent: true }),
  })
