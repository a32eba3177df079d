import { listPathname } from '../domain/record/record-paths.ts'
import type { Router } from '../lib/router/create-router.ts'
import { whenSettled } from '../platform/api/pending-calls.ts'

/** Pages that readers mostly open next, by the path of the page that shows. */
const nextPages: Readonly<Record<string, readonly string[]>> = {
  '/home': ['/search/result', '/company/detail'],
  '/search': ['/search/result', '/company/detail'],
  '/search/result': ['/company/detail', '/home'],
  // The code of any list of records.
  '/company/detail': [listPathname('dishonestExecutor'), '/home'],
  '/riskSearch': ['/riskList'],
  '/riskList': ['/company/detail'],
  '/companyList': ['/company/detail'],
}

/**
 * Loads the code of the next pages once the page that shows has its data and the browser is idle, so that the tap that
 * opens them waits for no download. A reader who enters a search field does not wait for that. Each page is tried once: a
 * navigation loads again what failed. The sheets of the page follow, so that their first tap does not wait either. Returns
 * the function that stops it.
 */
export function preloadNextPages(
  router: Pick<Router, 'state' | 'subscribe'>,
  load: (path: string) => unknown,
  loadSheets: (path: string) => Promise<void>,
) {
  const tried = new Set<string>()
  const preload = async (paths: readonly string[]) => {
    for (const path of paths) {
      if (tried.has(path)) continue
      tried.add(path)
      // The navigation to the page shows the failure.
      await Promise.resolve(load(path)).catch(() => {})
    }
  }
  let cancel: (() => void) | undefined
  const follow = ({ location }: Pick<Router['state'], 'location'>) => {
    cancel?.()
    const paths = nextPages[location.pathname]
    if (paths === undefined) return
    cancel = whenSettled(() => {
      // The tap that opens a sheet shows the failure.
      void preload(paths).then(() => loadSheets(location.pathname).catch(() => {}))
    })
  }
  const followFocus = ({ target }: FocusEvent) => {
    const paths = nextPages[router.state.location.pathname]
    if (paths !== undefined && target instanceof HTMLInputElement && target.type === 'search') void preload(paths)
  }
  document.addEventListener('focusin', followFocus)
  follow(router.state)
  const stop = router.subscribe(follow)
  return () => {
    cancel?.()
    document.removeEventListener('focusin', followFocus)
    stop()
  }
}
