import type { UserDetailAnswer } from '@baiqicha/contract/account'
import { sessionRoutes } from '@baiqicha/contract/routes/session'
import { callApi, isNoSession } from '../api/client.ts'
import { saveUserDetail } from '../session/session-actions.ts'
import { adoptSessionOfOtherTab, clearSession, readUnspentTicket, type UserInfo } from '../session/session-store.ts'

type TicketExchangeDeps = {
  /** A session stands; the person should see whose. */
  onLogin: (userInfo: UserInfo) => void
  /** The ticket is spent, expired or none, and nobody is logged in. */
  onRefused: () => Promise<void>
}

export type TicketExchange = {
  /** Exchanges the stored ticket, if there is one. Throws `ApiError` when it could not be: the ticket then stays. */
  exchangePending: () => Promise<void>
  /** Whether this was the last ticket spent in this tab. Kept in memory alone: a ticket is written nowhere else. */
  hasSpent: (ticket: string) => boolean
}

/** null when the token opens nothing, or is no ticket: a session of somebody's has no business in an address. */
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

/** One tab after the other, where the browser can: all tabs see the stored ticket, and only one can spend it. */
function withTicketLock(act: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, act) : act()
}

/**
 * Exchanges a ticket from outside for a session (SPEC §4). Single-flight: whoever needs the session meanwhile waits for
 * the one call that spends the ticket.
 */
export function createTicketExchange({ onLogin, onRefused }: TicketExchangeDeps): TicketExchange {
  let running: Promise<void> | null = null
  let lastSpent: string | null = null

  const exchange = async (ticket: string) => {
    if (adoptSessionOfOtherTab(ticket)) return
    const answer = await exchangeTicket()
    if (answer !== null) lastSpent = ticket
    // What became of this ticket says nothing about the session another tab has stored since.
    if (adoptSessionOfOtherTab(ticket)) return
    if (answer !== null) return onLogin(saveUserDetail(answer))
    clearSession()
    await onRefused()
  }

  return {
    exchangePending: async () => {
      // Another ticket may have taken the place of the one that was spent meanwhile.
      for (let ticket = readUnspentTicket(); ticket !== null; ticket = readUnspentTicket()) {
        running ??= withTicketLock(() => exchange(ticket)).finally(() => {
          running = null
        })
        await running
      }
    },
    hasSpent: (ticket) => ticket === lastSpent,
  }
}
