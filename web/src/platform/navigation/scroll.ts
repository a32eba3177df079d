/** Options for a replace within a page, such as selecting a tab: keeps the scroll position. */
export const keepScroll = { replace: true, state: { keepScroll: true } } as const

/** Whether a location was opened with `keepScroll`. */
export function keepsScroll(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true
}
