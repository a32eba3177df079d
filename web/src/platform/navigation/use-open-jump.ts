import { parsePath } from 'react-router'
import { useNavigate } from '../../lib/router/router.tsx'
import { findPage } from './pages.ts'
import { useRequireLogin } from './require-login.ts'

/** Target of a banner: a page of the app or an https site. */
type JumpTarget = { type: 'page'; path: string } | { type: 'site'; url: string }

/** Browsers ignore spaces and control characters inside a URL, which can hide a scheme from a check. */
const withoutHidden = (address: string) =>
  Array.from(address)
    .filter((character) => character > ' ' && (character < '\u007f' || character > '\u009f'))
    .join('')

function parseSite(address: string): string | null {
  if (!/^https:\/\/[^/\\@]+(?:[/?#]|$)/i.test(address)) return null
  try {
    return new URL(address).href
  } catch {
    return null
  }
}

/**
 * Validates a URL when it is tapped, in addition to the server's check. null when it is neither a page of the app nor
 * an https site of `hosts`.
 */
export function parseJumpUrl(jumpUrl: string, hosts: readonly string[]): JumpTarget | null {
  const address = withoutHidden(jumpUrl).replace(/^\/?#(?=\/)/, '')
  if (/^\/(?![/\\])/.test(address)) {
    const { pathname = '', search = '' } = parsePath(address)
    return findPage(pathname) === undefined ? null : { type: 'page', path: pathname + search }
  }
  const url = parseSite(address)
  return url === null || !hosts.includes(new URL(url).hostname) ? null : { type: 'site', url }
}

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
