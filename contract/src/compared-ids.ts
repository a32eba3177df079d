/** Companies side by side. */
export const COMPARED_LEAST = 2
export const COMPARED_MOST = 3

/** Ids of a list with commas, each once. */
export const comparedIds = (ids: string): string[] => [...new Set(ids.split(',').filter((id) => id !== ''))]
