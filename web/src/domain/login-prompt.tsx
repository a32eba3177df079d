import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { ListState } from '../ui/list-state.tsx'

type Props = {
  /** What login is for, as in 搜索企业. */
  purpose: string
  /** Stands for one visit of the page: its location key. */
  visit: string
  /** Sends the reader to login and back here. */
  onLogin: () => void
}

/**
 * In place of a page that needs a session. Sends a visitor to login once per visit; who comes back without having
 * logged in is not sent again, or the way back would be closed.
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
      <Button onClick={onLogin}>登录/注册</Button>
    </ListState>
  )
}
