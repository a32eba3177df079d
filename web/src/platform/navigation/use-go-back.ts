import { useNavigate } from '../../lib/router/router.tsx'
import { HOME_PATH } from './pages.ts'
import { canGoBack } from './router-history.ts'
import { takeShareFlag } from './share-flag.ts'

/** Action of the back button (SPEC §2): opens Home after a shared link and when no page is behind the current one. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => {
    const isShared = takeShareFlag()
    if (isShared || !canGoBack()) void navigate(HOME_PATH, { replace: true })
    else void navigate(-1)
  }
}
