import type { ComponentProps, ReactNode } from 'react'
import { Pager } from './page-head.tsx'

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

/** A page of a list. */
export function ListTable<T>({ caption, heads = [], numbers = 0, items, renderRow, empty, pager }: Props<T>) {
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <table>
          {caption !== undefined && <caption>{caption}</caption>}
          {heads.length > 0 && (
            <thead>
              <tr>
                {heads.map((head, at) => (
                  <th key={head} className={at >= heads.length - numbers ? 'num' : undefined}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>{items.map(renderRow)}</tbody>
        </table>
      )}
      {pager !== undefined && <Pager {...pager} />}
    </>
  )
}
