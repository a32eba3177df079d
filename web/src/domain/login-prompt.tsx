import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { ListState } from '../ui/list-state.tsx'

type Props = {
  /** Purpose of the login, such as 搜索企业. */
  purpose: string
  /** Location key, which identifies one visit of the page. */
  visit: string
  /** Opens the login page, which returns here. */
  onLogin: () => void
}

/**
 * Replaces a page that needs a session. Redirects a visitor to login once per visit; a visitor who comes back without
 * logging in is not redirected again, so that the back button works.
 */
export function LoginPrompt({ purpose, visit, onLogin }: Props) {
  const sentFrom = useRef<string | null>(null)
  useEffect(() => {
    if (sentFrom.current === visit) return
    sentFrom.current = visit
    onLogin()
  }, [visit, onLogin])

  return (
    <ListState art="nothing" title={`登录后可${purpose}`}>
      <Button trackId="login" onClick={onLogin}>
        登录/注册
      </Button>
    </ListState>
  )
}
