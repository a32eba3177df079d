import { messages } from '../api/messages.ts'
import { logWarning } from '../log/log.ts'
import { clearSession, isLoggedIn, readUnspentTicket, startArrival } from '../session/session-store.ts'
import type { Arrival } from './ticket-address.ts'
import type { TicketExchange } from './ticket-exchange.ts'

export type ArrivalSteps = {
  exchange: TicketExchange
  /** Remembers the page that shows, and leads to login. */
  goToLogin: () => Promise<void>
  tell: (sentence: string) => void
}

/**
 * External login (SPEC §4). Whoever is logged in stays so: a link cannot put another account in the place of theirs. A
 * ticket that waits to be spent is nobody yet, and a newer one takes its place.
 */
export async function receiveArrival({ token, isFirstLogin, source }: Arrival, steps: ArrivalSteps): Promise<void> {
  const waiting = readUnspentTicket()
  if (isLoggedIn() && waiting === null) return
  if (token === '') {
    clearSession()
    await steps.goToLogin()
    steps.tell(messages.arrivalIncomplete)
    return
  }
  if (token === waiting || steps.exchange.hasSpent(token)) return
  startArrival(token, source, isFirstLogin)
  try {
    await steps.exchange.settle()
  } catch (error) {
    // Login counts as successful; the next call tries again.
    logWarning('ticket was not exchanged yet', error)
  }
}
