import { createContext, use } from 'react'
import type { Location } from 'react-router'

const PageLocationContext = createContext<Location | null>(null)

/** Provides a page with the location it was opened at. Cached pages keep theirs while another page shows. */
export const PageLocation = PageLocationContext.Provider

/**
 * Location at which this page was opened. Pages use it instead of the router's location, which changes with the address
 * bar even while the page is hidden.
 */
export function usePageLocation(): Location {
  const location = use(PageLocationContext)
  if (location === null) throw new Error('usePageLocation is called outside a page')
  return location
}

/** Query of `usePageLocation`. */
export const usePageQuery = () => new URLSearchParams(usePageLocation().search)
