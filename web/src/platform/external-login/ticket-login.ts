import type { UserDetailAnswer } from '@baiqicha/contract/account'
import { sessionRoutes } from '@baiqicha/contract/routes/session'
import { messages } from '../api/api-error.ts'
import { callApi, isNoSession } from '../api/client.ts'
import { logWarning } from '../log/log.ts'
import { saveUserDetail } from '../session/session-actions.ts'
import {
  adoptSessionOfOtherTab,
  clearSession,
  isLoggedIn,
  readUnspentTicket,
  startTicketLogin,
  type UserInfo,
} from '../session/session-store.ts'

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

/** Parameters of an external login in the URL (SPEC §4, External login). */
type ExternalLogin = {
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

export type ExternalLogins = ReturnType<typeof collectExternalLogins>

/** Mends the address bar and the current history entry, and removes the ticket from them. */
function takeFromAddress(): ExternalLogin | null {
  const { href } = window.location
  const { address, login } = extractTicket(mendedAddress(href))
  if (address !== href) window.history.replaceState(window.history.state, '', address)
  return login
}

/**
 * Removes tickets from the URL now and whenever the URL changes. Call it before a router is created, so that no other
 * code reads the ticket and this listener runs first.
 */
export function collectExternalLogins() {
  let pending = takeFromAddress()
  let handle = (login: ExternalLogin) => {
    pending = login
  }
  const take = () => {
    const login = takeFromAddress()
    if (login !== null) handle(login)
  }
  window.addEventListener('popstate', take)
  return {
    /** Sets the handler, which receives the pending login and every later one. Returns a function that stops listening. */
    connect: (handler: (login: ExternalLogin) => void) => {
      handle = handler
      if (pending !== null) handler(pending)
      pending = null
      return () => window.removeEventListener('popstate', take)
    },
  }
}

type TicketExchangeDeps = {
  /** Called with the user of the new session. */
  onLogin: (userInfo: UserInfo) => void
  /** Called when the ticket is used, expired or invalid; nobody is logged in. */
  onRefused: () => Promise<void>
}

/** null when the ticket is invalid, or a session token, which must not be accepted from a URL. */
async function exchangeTicket(): Promise<UserDetailAnswer | null> {
  try {
    const answer = await callApi(sessionRoutes.userDetail, {}, { silent: true, spendsTicket: true })
    return answer.token === undefined || answer.token === '' ? null : answer
  } catch (error) {
    if (isNoSession(error)) return null
    throw error
  }
}

const LOCK = 'ticket'

/** Serialises tabs where the browser supports locks: all tabs see the stored ticket, and only one can use it. */
function withTicketLock(act: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, act) : act()
}

/**
 * Exchanges a ticket for a session (SPEC §4). Single-flight: callers that need the session wait for the one running
 * exchange.
 */
export function createTicketExchange({ onLogin, onRefused }: TicketExchangeDeps) {
  let running: Promise<void> | null = null
  let lastSpent: string | null = null

  const exchange = async (ticket: string) => {
    if (adoptSessionOfOtherTab(ticket)) return
    const answer = await exchangeTicket()
    if (answer !== null) lastSpent = ticket
    // Another tab may have stored a session meanwhile; the result of this ticket does not affect it.
    if (adoptSessionOfOtherTab(ticket)) return
    if (answer !== null) return onLogin(saveUserDetail(answer))
    clearSession()
    await onRefused()
  }

  return {
    /** Exchanges the stored ticket, if any. Throws `ApiError` when the exchange failed; the ticket then stays. */
    exchangePending: async () => {
      // Another ticket may have arrived during the exchange.
      for (let ticket = readUnspentTicket(); ticket !== null; ticket = readUnspentTicket()) {
        running ??= withTicketLock(() => exchange(ticket)).finally(() => {
          running = null
        })
        await running
      }
    },
    /** Whether this tab exchanged this ticket last. In memory only: a ticket is never stored. */
    hasSpent: (ticket: string) => ticket === lastSpent,
  }
}

type TicketLoginDeps = {
  exchange: ReturnType<typeof createTicketExchange>
  /** Saves the current page and opens login. */
  goToLogin: () => Promise<void>
  showMessage: (sentence: string) => void
}

/**
 * External login (SPEC §4). A logged-in user stays logged in: a link must not switch accounts. A newer ticket replaces
 * a pending one.
 */
export async function logInWithTicket(
  { token, isFirstLogin, source }: ExternalLogin,
  deps: TicketLoginDeps,
): Promise<void> {
  const pending = readUnspentTicket()
  if (isLoggedIn() && pending === null) return
  if (token === '') {
    clearSession()
    await deps.goToLogin()
    deps.showMessage(messages.ticketIncomplete)
    return
  }
  if (token === pending || deps.exchange.hasSpent(token)) return
  startTicketLogin(token, source, isFirstLogin)
  try {
    await deps.exchange.exchangePending()
  } catch (error) {
    // Login counts as successful; the next API call retries the exchange.
    logWarning('ticket was not exchanged yet', error)
  }
}
