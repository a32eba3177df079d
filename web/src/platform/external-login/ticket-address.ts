/** What an address from outside brings (SPEC §4, External login). */
export type ExternalLogin = {
  /** Empty when the address names a token and gives none that could be one. */
  token: string
  /** As the address says; the server's own word takes its place. */
  isFirstLogin: boolean
  source: string
}

const parameterNames: readonly string[] = ['token', 'isFirstLogin', 'source']
/** What can travel in a header. */
const tokenPattern = /^[\x21-\x7e]{1,256}$/
const sourcePattern = /^[a-z0-9][a-z0-9-]{0,31}$/

const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0]

function readLogin(query: string): ExternalLogin {
  const values = new URLSearchParams(query)
  const token = values.get('token') ?? ''
  const source = values.get('source') ?? ''
  return {
    token: tokenPattern.test(token) ? token : '',
    isFirstLogin: values.get('isFirstLogin') === 'true',
    source: sourcePattern.test(source) ? source : '',
  }
}

/** The part of an address up to the next #, without what an arrival brings; the rest of its query stays as it was. */
function splitPart(part: string): { rest: string; login: ExternalLogin | null } {
  const start = part.indexOf('?')
  const query = part.slice(start + 1)
  if (start < 0 || !new URLSearchParams(query).has('token')) return { rest: part, login: null }
  const otherPairs = query.split('&').filter((pair) => !parameterNames.includes(nameOf(pair) ?? ''))
  const rest = part.slice(0, start) + (otherPairs.length === 0 ? '' : `?${otherPairs.join('&')}`)
  return { rest, login: readLogin(query) }
}

/**
 * Takes the token out of an address, before or inside the hash, wherever it stands. Where there are two, the route's own,
 * inside the hash, is the one that counts.
 */
export function extractTicket(href: string): { address: string; login: ExternalLogin | null } {
  const parts = href.split('#').map(splitPart)
  const logins = parts.flatMap(({ login }) => (login === null ? [] : [login]))
  return { address: parts.map(({ rest }) => rest).join('#'), login: logins.pop() ?? null }
}
