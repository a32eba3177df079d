import { useNavigate } from '../../lib/router/router.tsx'
import { recordSearchOf } from '../../platform/history/record-search.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { localStore } from '../../platform/storage/safe-storage.ts'

const SUGGESTED_KEY = 'search_history'

const resultPath = (keyword: string) => `/search/result?${new URLSearchParams({ keyword }).toString()}`
const searchPath = (keyword: string) =>
  keyword === '' ? '/search' : `/search?${new URLSearchParams({ keyword }).toString()}`

/**
 * The search rule of Home (SPEC §5). A text searches for itself. Without one the search page opens with the company
 * name the box shows, which is kept in local storage; a visitor logs in first and then gets there.
 */
export function useHomeSearch(suggestedName: string | null) {
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  return (input: string) => {
    const keyword = input.trim()
    const target = keyword === '' ? searchPath(suggestedName ?? '') : resultPath(keyword)
    if (!requireLogin(target)) return
    if (keyword === '') localStore.write(SUGGESTED_KEY, suggestedName ?? '')
    else recordSearchOf(target)
    void navigate(target)
  }
}
