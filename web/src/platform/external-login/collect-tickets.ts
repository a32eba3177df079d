import { type ExternalLogin, extractTicket } from './ticket-address.ts'

export type ExternalLogins = {
  /** Gives whoever handles arrivals the one that waits, and each that follows. Answers the way to stop. */
  connect: (handle: (arrival: ExternalLogin) => void) => () => void
}

/** Takes the token out of the address bar and the history entry behind it. */
function takeFromAddress(): ExternalLogin | null {
  const { address, login: arrival } = extractTicket(window.location.href)
  if (arrival !== null) window.history.replaceState(window.history.state, '', address)
  return arrival
}

/**
 * Takes tokens out of the address now, and whenever it changes while the app runs. Has to be called before a router is
 * made: then nothing else has read the address, and this listener hears of a change first.
 */
export function collectExternalLogins(): ExternalLogins {
  let pending = takeFromAddress()
  let handle = (arrival: ExternalLogin) => {
    pending = arrival
  }
  const take = () => {
    const arrival = takeFromAddress()
    if (arrival !== null) handle(arrival)
  }
  window.addEventListener('popstate', take)
  return {
    connect: (handler) => {
      handle = handler
      if (pending !== null) handler(pending)
      pending = null
      return () => window.removeEventListener('popstate', take)
    },
  }
}
