import { useNavigate } from '../../lib/router/router.tsx'
import { useSession } from '../session/session-store.ts'
import { usePageLocation } from './page.tsx'
import { HOME_PATH } from './pages.ts'
import { useRequireLogin } from './require-login.ts'
import { useGoBack } from './use-go-back.ts'

/** Location, session and ways out of a search page. */
export function useSearchPage() {
  const { search, key: visit } = usePageLocation()
  const navigate = useNavigate()
  const { isLoggedIn } = useSession()
  return {
    search,
    visit,
    isLoggedIn,
    navigate,
    onLogin: useRequireLogin(),
    onBack: useGoBack(),
    onHome: () => void navigate(HOME_PATH),
  }
}
