import { ORIGIN } from './settings'

export const HOME = '/'

/** Query parameters of a page; all others, such as tokens, are never opened or shared. */
const allowedParameters = ['id', 'tab', 'fr', 'isShare', 'type', 'view', 'keyword', 'companyId']
/** Characters of a path: the hash router's `/#/` included, no second leading slash, no dot segment. */
const pathPattern = /^\/(?!\/)(?!.*\.\.)(#\/(?!\/))?[\w/-]*$/
const valuePattern = /^[\w.~%-]*$/

function isKnownQuery(query: string): boolean {
  return query.split('&').every((pair) => {
    const at = pair.indexOf('=')
    return at > 0 && allowedParameters.includes(pair.slice(0, at)) && valuePattern.test(pair.slice(at + 1))
  })
}

/** The path of a page, as given; Home when it is not one of the app's addresses. */
export function readPath(text: string | undefined): string {
  if (text === undefined || text.length > 1024) return HOME
  const at = text.indexOf('?')
  const path = at < 0 ? text : text.slice(0, at)
  const hasKnownQuery = at < 0 || isKnownQuery(text.slice(at + 1))
  return pathPattern.test(path) && hasKnownQuery ? text : HOME
}

/** An option of a page, which WeChat passes on encoded. */
export function decodeOption(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The path of an address of the app; null for another origin. */
export function pathOfUrl(url: string | undefined): string | null {
  return url?.startsWith(`${ORIGIN}/`) ? readPath(url.slice(ORIGIN.length)) : null
}

const channelPattern = /^[\w-]{1,64}$/
export const readChannel = (text: string | undefined) => (text !== undefined && channelPattern.test(text) ? text : '')

/** Adds parameters to the query, which precedes no hash: the router reads the query inside the hash. */
export function withParameters(path: string, parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  if (pairs.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`
}
