import { useNavigate } from '../../lib/router/router.tsx'
import { recordSearchOf } from '../../platform/history/record-search.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { localStore } from '../../platform/storage/safe-storage.ts'

const SUGGESTED_KEY = 'search_history'

const resultPath = (keyword: string) => `/search/result?${new URLSearchParams({ keyword }).toString()}`
const searchPath = (keyword: string) =>
  keyword === '' ? '/search' : `/search?${new URLSearchParams({ keyword }).toString()}`

/**
 * Search rule of Home (SPEC §5). Searches for a typed text. Without one, opens the search page with the suggested
 * company name and saves that name in local storage; a visitor logs in first. The open search panel is an entry of its own, which the target replaces.
 */
export function useHomeSearch(suggestedName: string | null, options: { replace: boolean }) {
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  /** Returns whether the search began; false: the visitor logs in first. */
  return (input: string): boolean => {
    const keyword = input.trim()
    const target = keyword === '' ? searchPath(suggestedName ?? '') : resultPath(keyword)
    if (!requireLogin(target, options)) return false
    if (keyword === '') localStore.write(SUGGESTED_KEY, suggestedName ?? '')
    else recordSearchOf(target)
    void navigate(target, options)
    return true
  }
}
