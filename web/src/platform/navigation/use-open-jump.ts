import { useNavigate } from '../../lib/router/router.tsx'
import { parseJumpUrl } from './jump-target.ts'
import { useRequireLogin } from './require-login.ts'

/**
 * Opens the address of a banner or notice (SECURITY §5). false: it is neither a page nor on an allowed host. A visitor
 * logs in first when `login` is set.
 */
export function useOpenJump(jumpHosts: readonly string[]): (address: string, options?: { login: boolean }) => boolean {
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  return (address, { login } = { login: false }) => {
    const target = parseJumpUrl(address, jumpHosts)
    if (target === null) return false
    const isAllowed = !login || requireLogin(target.type === 'page' ? target.path : undefined)
    if (!isAllowed) return true
    if (target.type === 'page') void navigate(target.path)
    else window.open(target.url, '_blank', 'noopener,noreferrer')
    return true
  }
}
