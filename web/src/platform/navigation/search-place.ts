/** The two search fields of Home. */
export type FieldPlace = 'head' | 'sticky'

/** Field of Home whose search panel covers the screen, by the state of the history entry; null: none is open. */
export const searchPlaceOf = (state: unknown): FieldPlace | null => {
  if (typeof state !== 'object' || state === null || !('searchIn' in state)) return null
  return state.searchIn === 'sticky' ? 'sticky' : 'head'
}
