import { parsePath } from 'react-router'
import { findPage } from './pages.ts'

/** Target of a banner: a page of the app or an https site. */
export type JumpTarget = { type: 'page'; path: string } | { type: 'site'; url: string }

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
