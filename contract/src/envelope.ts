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
