type Issue = { path: readonly PropertyKey[] }

/** Rows of a list: the entries of an array, or of `list` of an object. */
function splitList(
  data: unknown,
): { rows: readonly unknown[]; join: (rows: unknown[]) => unknown; depth: 0 | 1 } | null {
  if (Array.isArray(data)) return { rows: data, join: (rows) => rows, depth: 0 }
  if (typeof data !== 'object' || data === null || !('list' in data) || !Array.isArray(data.list)) return null
  return { rows: data.list, join: (list) => ({ ...data, list }), depth: 1 }
}

/**
 * Returns a list without the rows that its schema refuses. null when the schema refuses anything else, or every row: an
 * empty list would state that there is nothing.
 */
export function withoutRefusedRows(data: unknown, issues: readonly Issue[]): { data: unknown; refused: number } | null {
  const list = splitList(data)
  if (list === null) return null
  const refused = new Set(issues.map(({ path }) => (list.depth === 0 || path[0] === 'list' ? path[list.depth] : null)))
  const rows = list.rows.filter((_row, index) => !refused.has(index))
  if (rows.length === 0 || rows.length + refused.size !== list.rows.length) return null
  return { data: list.join(rows), refused: refused.size }
}
