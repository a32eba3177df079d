import { parsePath } from 'react-router'
import { findPage } from './pages.ts'

/** Where an address from a banner leads: a page of ours, or a site over https. */
export type JumpTarget = { type: 'page'; path: string } | { type: 'site'; url: string }

/** Browsers drop spaces and control characters inside an address, so they can hide a scheme from a check. */
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

/** Checks an address again at the tap, though the server did when it was saved. null: it leads nowhere we go. */
export function parseJumpUrl(jumpUrl: string): JumpTarget | null {
  const address = withoutHidden(jumpUrl).replace(/^\/?#(?=\/)/, '')
  if (/^\/(?![/\\])/.test(address)) {
    const { pathname = '', search = '' } = parsePath(address)
    return findPage(pathname) === undefined ? null : { type: 'page', path: pathname + search }
  }
  const url = parseSite(address)
  return url === null ? null : { type: 'site', url }
}
