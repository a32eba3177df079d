/** Navigation options of a replace that stays on the page, such as choosing a tab: the scroll position stays. */
export const keepScroll = { replace: true, state: { keepScroll: true } } as const

/** Whether a location was opened with `keepScroll`. */
export function keepsScroll(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true
}
