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
import type { ExternalLogin } from './ticket-address.ts'

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

export type TicketLoginDeps = {
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
