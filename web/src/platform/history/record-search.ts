import { historyRoutes } from '@baiqicha/contract/routes/history'
import { parsePath } from 'react-router'
import { callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'

const RESULT_PATH = '/search/result'

/** Saves the search of a result URL in the background; ignores other URLs and failures. */
export function recordSearchOf(address: string) {
  const { pathname, search } = parsePath(address)
  const companyName = new URLSearchParams(search).get('keyword')?.trim() ?? ''
  if (pathname !== RESULT_PATH || companyName === '') return
  callApi(historyRoutes.saveSearchHistory, { companyName }, { silent: true, isBackground: true }).catch(
    (error: unknown) => logWarning('search was not saved', error),
  )
}
