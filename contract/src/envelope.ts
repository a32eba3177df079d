import * as z from 'zod/mini'

/** Envelope of every answer under the API base. `data` is null unless `code` is 0. */
export const envelopeSchema = z.object({ code: z.int(), message: z.string(), data: z.unknown() })

export type Envelope<T = unknown> = { code: number; message: string; data: T }

/** One page of a list. `totalCapped` means `total` is a lower bound, shown as "1000+". */
export function pageOf<T extends z.core.SomeType>(row: T) {
  return z.object({
    list: z.array(row),
    total: z.int(),
    totalCapped: z.boolean(),
    page: z.int(),
    pageSize: z.int(),
  })
}

/** Maximum number of rows that paging reaches: 50 pages of 20. */
export const PAGE_LIMIT = 50
export const PAGE_SIZE_LIMIT = 20

const wholeNumber = (max: number, fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max)), fallback)

/** `page` and `pageSize` of a query string. */
export const pagingQuery = {
  page: wholeNumber(PAGE_LIMIT, 1),
  pageSize: wholeNumber(PAGE_SIZE_LIMIT, PAGE_SIZE_LIMIT),
}

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
