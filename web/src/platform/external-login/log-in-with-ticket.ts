import { messages } from '../api/messages.ts'
import { logWarning } from '../log/log.ts'
import { clearSession, isLoggedIn, readUnspentTicket, startTicketLogin } from '../session/session-store.ts'
import type { ExternalLogin } from './ticket-address.ts'
import type { TicketExchange } from './ticket-exchange.ts'

export type TicketLoginDeps = {
  exchange: TicketExchange
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
