/** A stretch of one side of a change. `marker` is the word its source put beside it, as in [新增]. */
export type DiffPart = { text: string; change: 'same' | 'removed' | 'added'; marker?: string }

/** Both sides of a change, and by how much where both are amounts. */
export type ChangeDiff = { before: DiffPart[]; after: DiffPart[]; note: string | null }

export const dropEmpty = (parts: readonly DiffPart[]): DiffPart[] => parts.filter(({ text }) => text !== '')
