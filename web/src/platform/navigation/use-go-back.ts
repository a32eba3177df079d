import { useNavigate } from '../../lib/router/router.tsx'
import { HOME_PATH } from './pages.ts'
import { canGoBack } from './router-history.ts'
import { takeShareFlag } from './share-flag.ts'

/** Action of the back bar (SPEC §2). A page opened by a shared link leads home, and so does one without a previous page. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => {
    const isShared = takeShareFlag()
    if (isShared || !canGoBack()) void navigate(HOME_PATH, { replace: true })
    else void navigate(-1)
  }
}
