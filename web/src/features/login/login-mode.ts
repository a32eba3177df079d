import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { keepScroll } from '../../platform/navigation/scroll.ts'
import { readLoginFormData } from '../../platform/session/login-form-data.ts'

/** How a person gets in. The first two are tabs. */
export type LoginWay = 'sms' | 'password' | 'register'

const isWay = (word: string | null): word is LoginWay => word === 'sms' || word === 'password' || word === 'register'

/**
 * The way the address names, otherwise the one used last. It stands in the address, so that coming back from another
 * page finds it again.
 */
export function useLoginWay(): [LoginWay, (way: LoginWay) => void] {
  const navigate = useNavigate()
  const { pathname, search } = usePageLocation()
  const query = new URLSearchParams(search)
  const named = query.get('way')
  const change = (way: LoginWay) => {
    query.set('way', way)
    void navigate({ pathname, search: query.toString() }, keepScroll)
  }
  return [isWay(named) ? named : (readLoginFormData()?.loginType ?? 'sms'), change]
}
