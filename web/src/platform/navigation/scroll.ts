/** Navigation options for a replace that is no change of place, such as choosing a tab: the page does not jump to its top. */
export const keepScroll = { replace: true, state: { keepScroll: true } } as const

/** Whether a location was opened with `keepScroll`. */
export function keepsScroll(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true
}
