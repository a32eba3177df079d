/** Waits for a pause in typing (SPEC §9). Milliseconds. */
export const DEBOUNCE_MS = 300
/** A second tap within this time is a slip (SPEC §9). Milliseconds. */
const CLICK_DEBOUNCE_MS = 1000

export type Debounced<A extends unknown[]> = ((...args: A) => void) & { cancel: () => void }

/** Runs once, with the last arguments, when no call came for `wait` ms. */
export function debounce<A extends unknown[]>(run: (...args: A) => void, wait = DEBOUNCE_MS): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const debounced = (...args: A) => {
    clearTimeout(timer)
    timer = setTimeout(() => run(...args), wait)
  }
  return Object.assign(debounced, { cancel: () => clearTimeout(timer) })
}

/** Runs at once and ignores calls for `wait` ms after: for taps, where waiting would feel dead. */
export function debounceClick<A extends unknown[]>(
  run: (...args: A) => void,
  wait = CLICK_DEBOUNCE_MS,
  now: () => number = () => performance.now(),
): (...args: A) => void {
  let readyAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (now() < readyAt) return
    readyAt = now() + wait
    run(...args)
  }
}
