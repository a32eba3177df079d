import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'

type Props = {
  /** Purpose of the login, such as 搜索企业. */
  purpose: string
  /** Location key, which identifies one visit of the page. */
  visit: string
  /** Opens the login page, which returns to `target`; undefined: to this page. */
  onLogin: (target: undefined, options: { replace: true }) => void
}

/**
 * Replaces a page that needs a session, and opens the login once per visit. The login takes over the history entry of the
 * page: going back from an entry of its own would open this page, which would open the login again.
 */
export function LoginPrompt({ purpose, visit, onLogin }: Props) {
  // A render while the login opens must not open it a second time.
  const sentFrom = useRef<string | null>(null)
  const logIn = () => onLogin(undefined, { replace: true })
  useEffect(() => {
    if (sentFrom.current === visit) return
    sentFrom.current = visit
    onLogin(undefined, { replace: true })
  }, [visit, onLogin])

  return (
    <ListState art="nothing" title={`登录后可${purpose}`}>
      <Button trackId="login" onClick={logIn}>
        登录/注册
      </Button>
    </ListState>
  )
}
