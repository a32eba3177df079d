import { useRouterState } from '../lib/router/router.tsx'
import { matchPage, type Page } from '../platform/navigation/pages.ts'

/** The page that shows, or undefined for an address that is none. */
export const useCurrentPage = (): Page | undefined => matchPage(useRouterState().location.pathname)
