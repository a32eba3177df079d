import { type ExternalLogin, extractTicket } from './ticket-address.ts'

export type ExternalLogins = {
  /**
   * Sets the handler, which receives the pending login and every later one. Returns a function that stops listening.
   */
  connect: (handle: (login: ExternalLogin) => void) => () => void
}

/** Removes the ticket from the address bar and from the current history entry. */
function takeFromAddress(): ExternalLogin | null {
  const { address, login } = extractTicket(window.location.href)
  if (login !== null) window.history.replaceState(window.history.state, '', address)
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
