import { createContext, use } from 'react'
import type { Location } from 'react-router'

const PageLocationContext = createContext<Location | null>(null)

/** Wraps a page with the location it was opened at. Kept pages keep theirs while another page shows. */
export const PageLocation = PageLocationContext.Provider

/**
 * Where this page was opened. Pages read this, never the router's own location: that one follows the address bar even
 * while the page is hidden.
 */
export function usePageLocation(): Location {
  const location = use(PageLocationContext)
  if (location === null) throw new Error('usePageLocation is called outside a page')
  return location
}

/** The query of `usePageLocation`. */
export const usePageQuery = () => new URLSearchParams(usePageLocation().search)
