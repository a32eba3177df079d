/** Parameters of an external login in the URL (SPEC §4, External login). */
export type ExternalLogin = {
  /** Empty when the URL has a token parameter without a valid ticket. */
  token: string
  /** As the URL states it; the server's response replaces it. */
  isFirstLogin: boolean
  source: string
}

const parameterNames: readonly string[] = ['token', 'isFirstLogin', 'source']
/** Characters that an HTTP header can carry. */
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

/** Removes the login parameters from the part of a URL before the next #; the rest of its query stays unchanged. */
function splitPart(part: string): { rest: string; login: ExternalLogin | null } {
  const start = part.indexOf('?')
  const query = part.slice(start + 1)
  if (start < 0 || !new URLSearchParams(query).has('token')) return { rest: part, login: null }
  const otherPairs = query.split('&').filter((pair) => !parameterNames.includes(nameOf(pair) ?? ''))
  const rest = part.slice(0, start) + (otherPairs.length === 0 ? '' : `?${otherPairs.join('&')}`)
  return { rest, login: readLogin(query) }
}

/** Removes the ticket from a URL, before or inside the hash. When there are two, the one inside the hash counts. */
export function extractTicket(href: string): { address: string; login: ExternalLogin | null } {
  const parts = href.split('#').map(splitPart)
  const logins = parts.flatMap(({ login }) => (login === null ? [] : [login]))
  return { address: parts.map(({ rest }) => rest).join('#'), login: logins.pop() ?? null }
}
