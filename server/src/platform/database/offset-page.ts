const PAGE = 50

/** A page of a list. `next`: the key of the next page; null: this is the last. */
export type OffsetPage<T> = { items: T[]; total: number; next: string | null }

/**
 * Reads a page of a list that no index sorts, as one of groups. The key of a page is the number of rows before it; an unknown
 * key is the first page.
 */
export async function readOffsetPage<T>(
  after: string | null,
  read: (range: { offset: number; limit: number }) => Promise<T[]>,
): Promise<Omit<OffsetPage<T>, 'total'>> {
  const offset = after !== null && /^\d{1,9}$/.test(after) ? Number(after) : 0
  const rows = await read({ offset, limit: PAGE + 1 })
  return { items: rows.slice(0, PAGE), next: rows.length > PAGE ? String(offset + PAGE) : null }
}
