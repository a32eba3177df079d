import { messages } from '../api/messages.ts'
import { logWarning } from '../log/log.ts'
import { clearSession, isLoggedIn, readUnspentTicket, startTicketLogin } from '../session/session-store.ts'
import type { ExternalLogin } from './ticket-address.ts'
import type { TicketExchange } from './ticket-exchange.ts'

export type TicketLoginDeps = {
  exchange: TicketExchange
  /** Remembers the page that shows, and leads to login. */
  goToLogin: () => Promise<void>
  showMessage: (sentence: string) => void
}

/**
 * External login (SPEC §4). Whoever is logged in stays so: a link cannot put another account in the place of theirs. A
 * ticket that waits to be spent is nobody yet, and a newer one takes its place.
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
    deps.showMessage(messages.arrivalIncomplete)
    return
  }
  if (token === pending || deps.exchange.hasSpent(token)) return
  startTicketLogin(token, source, isFirstLogin)
  try {
    await deps.exchange.exchangePending()
  } catch (error) {
    // Login counts as successful; the next call tries again.
    logWarning('ticket was not exchanged yet', error)
  }
}
