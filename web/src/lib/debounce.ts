/** Pause in typing after which suggestions are fetched (SPEC §9). Milliseconds. */
export const DEBOUNCE_MS = 300
/** A second tap within this time counts as accidental (SPEC §9). Milliseconds. */
const CLICK_DEBOUNCE_MS = 1000

/** Runs at once, then ignores calls for `wait` ms. Made for taps, which must react at once. */
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
