import { mendedAddress } from '../../lib/mended-address.ts'
import { type ExternalLogin, extractTicket } from './ticket-address.ts'

export type ExternalLogins = {
  /**
   * Sets the handler, which receives the pending login and every later one. Returns a function that stops listening.
   */
  connect: (handle: (login: ExternalLogin) => void) => () => void
}

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
export function collectExternalLogins(): ExternalLogins {
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
    connect: (handler) => {
      handle = handler
      if (pending !== null) handler(pending)
      pending = null
      return () => window.removeEventListener('popstate', take)
    },
  }
}
