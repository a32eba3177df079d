import * as z from 'zod/mini'

export const number = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
export const id = z.string().check(z.minLength(1), z.maxLength(64))
export const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
export const noFields = z.object({})
/** Milliseconds. */
export const instant = z.int()
export const textOrNone = z.nullable(z.string())
/** Key after which the next page begins; null: the first page, or no further one. */
export const pageKey = z._default(z.nullable(z.string().check(z.maxLength(64))), null)
/** A page of a list. */
export const deskPage = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), next: textOrNone })
/** Most rows that are counted for a list: `total` is at most one more. */
export const COUNTED_ROWS = 5_000
export const totalText = (total: number) => (total > COUNTED_ROWS ? `${COUNTED_ROWS}+` : String(total))
/** Newest rows that one page of a search reads: a page may have no match, and a next one. */
export const SEARCHED_ROWS = 5_000
/** A JPEG in base 64. */
export const picture = z.object({ jpeg: z.string() })
