/**
 * Parameters that a shared link may carry: the subject of the page, its view and its filters. Tickets, keys, channel codes and names
 * of persons are none of them.
 */
const sharedParameters: ReadonlySet<string> = new Set([
  'id',
  'ids',
  'companyId',
  'tab',
  'view',
  'as',
  'identity',
  'basis',
  'caseNature',
  'caseType',
  'court',
  'kind',
  'labour',
  'noticeType',
  'office',
  'region',
  'share',
  'status',
  'year',
])

/**
 * Address for sharing a page, with the share flag (SPEC §4), so that its back button leads to Home, and the channel of shared
 * links. `path` is an in-app path with its query.
 * Other parameters, and the query before the hash, are left out.
 */
export function shareLink(path: string, location: Pick<Location, 'origin' | 'pathname'> = window.location): string {
  const [pathname = '', query = ''] = path.split('?')
  const parameters = [...new URLSearchParams(query)].filter(([name]) => sharedParameters.has(name))
  const shared = new URLSearchParams([...parameters, ['isShare', '1'], ['fr', 'share']])
  return `${location.origin}${location.pathname}#${pathname}?${shared.toString()}`
}

/** What WeChat shows of a shared page. Nothing about risk. */
export type SharedPage = {
  title: string
  text: string
  /** In-app path with query. */
  path: string
}

type Listener = (page: SharedPage | null) => void

let current: SharedPage | null = null
let listener: Listener = () => {}

/** States what the page that shows shares. Returns the function that withdraws it. */
export function setSharedPage(page: SharedPage): () => void {
  current = page
  listener(page)
  return () => {
    if (current !== page) return
    current = null
    listener(null)
  }
}

/** Calls the listener with the page that is shared now, and with each later one. null: the page states nothing. */
export function followSharedPage(follow: Listener) {
  listener = follow
  follow(current)
}
