import { useRouterState } from '../lib/router/router.tsx'
import { matchPage, type Page } from '../platform/navigation/pages.ts'

/** The current page; undefined: no page has the address. */
export const useCurrentPage = (): Page | undefined => matchPage(useRouterState().location.pathname)
