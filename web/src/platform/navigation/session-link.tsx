import { Link, type LinkProps } from '../../lib/router/router.tsx'
import { useRequireLogin } from './require-login.ts'

/** Link to a page that needs a session. A visitor logs in first and continues to the target. */
export function SessionLink({ to, ...rest }: Omit<LinkProps, 'to' | 'onClick'> & { to: string }) {
  const requireLogin = useRequireLogin()
  return (
    <Link
      {...rest}
      to={to}
      onClick={(event) => {
        if (!requireLogin(to)) event.preventDefault()
      }}
    />
  )
}
