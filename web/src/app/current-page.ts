import { useRouterState } from '../lib/router/router.tsx'
import { matchPage, type Page } from '../platform/navigation/pages.ts'

/** Current page; undefined for an unknown URL. */
export const useCurrentPage = (): Page | undefined => matchPage(useRouterState().location.pathname)
