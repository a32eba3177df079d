import { type Arrival, splitAddress } from './ticket-address.ts'

export type Arrivals = {
  /** Gives whoever handles arrivals the one that waits, and each that follows. Answers the way to stop. */
  connect: (handle: (arrival: Arrival) => void) => () => void
}

/** Takes the token out of the address bar and the history entry behind it. */
function takeArrival(): Arrival | null {
  const { address, arrival } = splitAddress(window.location.href)
  if (arrival !== null) window.history.replaceState(window.history.state, '', address)
  return arrival
}

/**
 * Takes tokens out of the address now, and whenever it changes while the app runs. Has to be called before a router is
 * made: then nothing else has read the address, and this listener hears of a change first.
 */
export function collectArrivals(): Arrivals {
  let waiting = takeArrival()
  let handle = (arrival: Arrival) => {
    waiting = arrival
  }
  const take = () => {
    const arrival = takeArrival()
    if (arrival !== null) handle(arrival)
  }
  window.addEventListener('popstate', take)
  return {
    connect: (handler) => {
      handle = handler
      if (waiting !== null) handler(waiting)
      waiting = null
      return () => window.removeEventListener('popstate', take)
    },
  }
}
