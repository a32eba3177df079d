import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { keepScroll } from '../../platform/navigation/scroll.ts'
import { readLoginFormData } from '../../platform/session/login-form-data.ts'

/** Login form. The first two are tabs. */
export type LoginMode = 'sms' | 'password' | 'register'

const isLoginMode = (value: string | null): value is LoginMode =>
  value === 'sms' || value === 'password' || value === 'register'

/**
 * Mode in the URL, otherwise that of the last login. It is in the URL so that it survives leaving the page and coming
 * back.
 */
export function useLoginMode(): [LoginMode, (mode: LoginMode) => void] {
  const navigate = useNavigate()
  const { pathname, search } = usePageLocation()
  const query = new URLSearchParams(search)
  const named = query.get('way')
  const change = (mode: LoginMode) => {
    query.set('way', mode)
    void navigate({ pathname, search: query.toString() }, keepScroll)
  }
  return [isLoginMode(named) ? named : (readLoginFormData()?.loginType ?? 'sms'), change]
}
