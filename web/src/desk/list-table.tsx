import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { addressOf, useAddress } from './address.ts'
import { Pager } from './page-head.tsx'
import { Loaded } from './states.tsx'

type Props<T> = {
  caption?: string
  heads?: readonly string[]
  /** How many of the last columns are numbers or times, which end at the right. */
  numbers?: number
  items: readonly T[]
  /** The `tr` of an item. */
  renderRow: (item: T) => ReactNode
  /** In place of a table without rows. */
  empty: ReactNode
  pager?: ComponentProps<typeof Pager>
}

/** Heads of columns, of which the last `numbers` end at the right. */
export const TableHead = ({ heads, numbers = 0 }: { heads: readonly string[]; numbers?: number }) => (
  <thead>
    <tr>
      {heads.map((head, at) => (
        <th key={head} className={at >= heads.length - numbers ? 'num' : undefined}>
          {head}
        </th>
      ))}
    </tr>
  </thead>
)

/** A page of a list. */
export function ListTable<T>({ caption, heads = [], numbers = 0, items, renderRow, empty, pager }: Props<T>) {
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <table>
          {caption !== undefined && <caption>{caption}</caption>}
          {heads.length > 0 && <TableHead heads={heads} numbers={numbers} />}
          <tbody>{items.map(renderRow)}</tbody>
        </table>
      )}
      {pager !== undefined && <Pager {...pager} />}
    </>
  )
}

type PagedProps<T> = Omit<Props<T>, 'items' | 'pager'> & {
  query: UseQueryResult<{ items: readonly T[]; next: string | null }>
  /** Of the page, whose parameter `after` is where this part of the list begins. */
  path: string
  filters?: Record<string, string | null>
}

/** A page of a list that is loaded, with links to the next and to the first. */
export function PagedList<T>({ query, path, filters = {}, ...table }: PagedProps<T>) {
  const after = useAddress().params.get('after')
  return (
    <Loaded query={query}>
      {({ items, next }) => (
        <ListTable
          {...table}
          items={items}
          pager={{
            first: after === null ? null : addressOf(path, filters),
            next: next === null ? null : addressOf(path, { ...filters, after: next }),
          }}
        />
      )}
    </Loaded>
  )
}
