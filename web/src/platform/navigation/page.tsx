import { type ComponentProps, createContext, use } from 'react'
import type { Location } from 'react-router'
import { BackBar } from '../../domain/page/back-bar.tsx'
import { useGoBack } from './use-go-back.ts'

const PageLocationContext = createContext<Location | null>(null)

/** Provides the location at which a page was opened. Cached pages keep theirs while another page shows. */
export const PageLocation = PageLocationContext.Provider

/**
 * Location at which this page was opened. Pages use this instead of the router's location, which follows the URL even
 * while the page is hidden.
 */
export function usePageLocation(): Location {
  const location = use(PageLocationContext)
  if (location === null) throw new Error('usePageLocation is called outside a page')
  return location
}

/** Query of `usePageLocation`. */
export const usePageQuery = () => new URLSearchParams(usePageLocation().search)

export type PageBarProps = Omit<ComponentProps<typeof BackBar>, 'onBack'>

/** `BackBar` of a page, which goes back in the history. */
export const PageBar = (props: PageBarProps) => <BackBar {...props} onBack={useGoBack()} />
