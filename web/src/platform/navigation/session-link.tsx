import { Link, type LinkProps } from '../../lib/router/router.tsx'
import { useRequireLogin } from './require-login.ts'

/** A link to a page that needs a session. A visitor goes to login first, and from there to where the link leads. */
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
