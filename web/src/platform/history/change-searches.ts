import { historyRoutes } from '@baiqicha/contract/routes/history'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'

/** Saves a keyword, or the name of a tapped company. The search does not depend on its success. */
export function useRecordSearch() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (companyName: string) => callApi(historyRoutes.saveSearchHistory, { companyName }, { silent: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['searchHistory'] }),
    onError: (error) => logWarning('search was not kept', error),
  })
  return mutate
}

/** Deletes one search or all. The API client shows a failure. */
export function useDeleteSearches() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: string) => callApi(historyRoutes.deleteSearchHistory, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['searchHistory'] }),
  })
  const { mutateAsync } = useMutation({
    mutationFn: () => callApi(historyRoutes.deleteAllSearchHistory, {}),
    onSuccess: () => client.setQueryData(['searchHistory'], []),
  })
  const deleteAll = () =>
    mutateAsync().then(
      () => true,
      () => false,
    )
  return { deleteOne: mutate, deleteAll }
}
