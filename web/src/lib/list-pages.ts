import { PAGE_LIMIT } from '@baiqicha/contract/envelope'

type Page<Row> = { list: readonly Row[]; total: number; page: number; pageSize: number }

/** Next page number; undefined after the last page that can be requested. */
export const nextPageOf = ({ list, page, pageSize, total }: Page<unknown>): number | undefined =>
  list.length > 0 && page * pageSize < total && page < PAGE_LIMIT ? page + 1 : undefined

/** Rows of all pages without duplicates: a row can move to a later page between two responses. */
export function rowsOfPages<Row extends { id: string }>(pages: readonly Page<Row>[]): Row[] {
  const seen = new Set<string>()
  return pages.flatMap((page) => page.list.filter(({ id }) => !seen.has(id) && seen.add(id)))
}
