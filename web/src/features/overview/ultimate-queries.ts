import { ownershipRoutes } from '@baiqicha/contract/routes/ownership'
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

/** Ultimate holders of a company with their paths. */
export const useUltimateHoldersQuery = (id: string) =>
  useQuery({
    queryKey: ['ultimateHolders', id],
    queryFn: ({ signal }) => callApi(ownershipRoutes.ultimateHolders, { id }, { signal, silent: true }),
    enabled: id !== '',
  })

/** Levels of shareholders or investments of a company. */
export const ownershipTreeOptions = (id: string, direction: 'up' | 'down') =>
  queryOptions({
    queryKey: ['ownershipTree', direction, id],
    queryFn: ({ signal }) => callApi(ownershipRoutes.ownershipTree, { id, direction }, { signal, silent: true }),
    enabled: id !== '',
  })

/** Companies under the computed controller of a company. */
export const useCompanyGroupQuery = (id: string) =>
  useInfiniteQuery({
    queryKey: ['companyGroup', id],
    queryFn: ({ signal, pageParam }) =>
      callApi(ownershipRoutes.companyGroup, { id, page: pageParam }, { signal, silent: true }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    enabled: id !== '',
  })
