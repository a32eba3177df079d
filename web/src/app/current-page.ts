import { useMatches } from 'react-router'
import { findPage, type Page } from '../platform/navigation/pages.ts'

/** The page that shows, or undefined for an address that is none. */
export function useCurrentPage(): Page | undefined {
  const matches = useMatches()
  const leaf = matches[matches.length - 1]
  return leaf === undefined ? undefined : findPage(leaf.pathname)
}
