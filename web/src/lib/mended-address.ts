/** Puts `?` where an app has put `&` or a second `?`, and `/` for its code. */
function mendRoute(route: string): string {
  const [, path = '', query = ''] = /^!?([^?&]*)[?&]?(.*)$/s.exec(route) ?? []
  const pairs = query.replace(/^amp;|&$/g, '').replace(/&amp;|\?(?=\w+=)/g, '&')
  return path.replace(/%2f/gi, '/') + (pairs === '' ? '' : `?${pairs}`)
}

/**
 * The address that somebody shared, from what an app has made of it: chat apps encode the #, drop it, and append
 * parameters of their own to the route. The server answers every path outside the API with the app.
 */
export function mendedAddress(href: string): string {
  const { origin, pathname, search, hash } = new URL(href)
  if (pathname === '/' || pathname === '/index.html') {
    const route = hash.slice(1)
    return route === '' ? href : origin + pathname + search + `#${mendRoute(route)}`
  }
  if (hash !== '') return `${origin}/${search}#${mendRoute(hash.slice(1))}`
  return `${origin}/#${mendRoute(pathname.replace(/^\/(?:%(?:25)*23)?(?:%(?:25)*2f)?\/*/i, '/') + search)}`
}
