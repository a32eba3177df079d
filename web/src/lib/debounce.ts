/** Pause in typing before a request (SPEC §9). Milliseconds. */
export const DEBOUNCE_MS = 300
/** Taps within this time after the first are ignored (SPEC §9). Milliseconds. */
const CLICK_DEBOUNCE_MS = 1000

/** Leading-edge debounce: runs at once and ignores calls for a second, because a delayed tap feels unresponsive. */
export function debounceClick<A extends unknown[]>(
  run: (...args: A) => void,
  now: () => number = () => performance.now(),
): (...args: A) => void {
  let readyAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (now() < readyAt) return
    readyAt = now() + CLICK_DEBOUNCE_MS
    run(...args)
  }
}
