/** Part of one side of a change. `marker` is a label that the source adds, such as [新增]. */
export type DiffPart = { text: string; change: 'same' | 'removed' | 'added'; marker?: string }

/** Both sides of a change; `note` states the difference of two amounts. */
export type ChangeDiff = { before: DiffPart[]; after: DiffPart[]; note: string | null }

export const dropEmpty = (parts: readonly DiffPart[]): DiffPart[] => parts.filter(({ text }) => text !== '')
