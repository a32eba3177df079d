/** Query parameters that an event may contain. Everything else stays on the device, as keywords and tokens. */
const keptParameters = ['id', 'tab', 'fr', 'isShare', 'type', 'view']

/** Path and kept query of a place within the app, as in /company/detail?id=c-1. */
function trackedPath(path: string): string {
  const [pathname = '', query = ''] = path.split('?', 2)
  const all = new URLSearchParams(query)
  const kept = new URLSearchParams(keptParameters.flatMap((name) => all.getAll(name).map((value) => [name, value])))
  return kept.size === 0 ? pathname : `${pathname}?${kept}`
}

// URL.canParse is missing in the oldest browsers that we support.
function parseAddress(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/**
 * An address without what identifies or describes a person: of our own origin the path in the hash with the kept query,
 * of another site its origin; empty for what is no address.
 */
export function trackedAddress(address: string, origin: string): string {
  const url = parseAddress(address)
  if (url === null) return ''
  if (url.origin !== origin) return url.origin === 'null' ? '' : url.origin
  return url.hash.startsWith('#/') ? trackedPath(url.hash.slice(1)) : trackedPath(`${url.pathname}${url.search}`)
}
