import { useNavigate } from '../../lib/router/router.tsx'
import { HOME_PATH } from './pages.ts'
import { canGoBack } from './router-history.ts'
import { takeShareFlag } from './share-flag.ts'

/** What a back bar does (SPEC §2): a shared link leads home, and so does a page with nothing behind it. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => {
    const isShared = takeShareFlag()
    if (isShared || !canGoBack()) void navigate(HOME_PATH, { replace: true })
    else void navigate(-1)
  }
}
