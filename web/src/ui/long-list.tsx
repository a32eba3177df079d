import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type CacheSnapshot, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import { Button } from './button.tsx'
import styles from './long-list.module.css'

/** Part of an infinite query that the list needs. */
export type ListPaging = {
  hasNextPage: boolean
  /** A page is being loaded, or all pages again. */
  isFetching: boolean
  /** Milliseconds; when the pages came. 0: none came. */
  dataUpdatedAt: number
  /** Loading the next page failed. */
  isFetchNextPageError: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

export type LongListProps<T> = {
  rows: readonly T[]
  paging: ListPaging
  /** Text below the last row of the last page. */
  endText: string
  /** Location key: a list that the user returns to reuses the measured heights of its rows. */
  visit: string
  /** Content between the last row and `endText`. */
  foot?: ReactNode
  children: (row: T, index: number) => ReactElement
}

/** Distance from the end at which the next page is requested. */
const AHEAD = '600px'

/** Rows that are mounted before the first is measured. */
const MOUNTED = 20

/** Measured row heights by location key. */
const heights = new Map<string, CacheSnapshot>()

/**
 * A function that renders each row once: while the user scrolls, the virtual list renders with every row that enters or
 * leaves.
 */
function renderedOnce<T>(render: (row: T, index: number) => ReactElement) {
  const rendered = new Map<T, ReactElement>()
  return (row: T, index: number): ReactElement => {
    const element = rendered.get(row) ?? render(row, index)
    rendered.set(row, element)
    return element
  }
}

/**
 * Turns scroll anchoring of the page off while a list is shown. The browser would keep the end in view when a page joins
 * above it, because rows are placed absolutely; and it would undo the scroll that follows rows lower than estimated, as
 * soon as the page is high enough again.
 */
function useNoScrollAnchoring() {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('overflow-anchor', 'none')
    return () => void style.removeProperty('overflow-anchor')
  }, [])
}

/**
 * List, virtual if it is long, that requests the next page near its end. One request at a time; after a failure only 重试 or the return of
 * the connection sends another.
 */
export function LongList<T>({ rows, paging, endText, visit, foot, children }: LongListProps<T>) {
  // A virtual list has an estimated height until its rows are measured: what is below them would jump.
  const isShort = !paging.hasNextPage && rows.length <= MOUNTED
  const list = useRef<WindowVirtualizerHandle>(null)
  useNoScrollAnchoring()
  useLayoutEffect(() => {
    const shown = list.current
    if (isShort || shown === null) return undefined
    return () => void heights.set(visit, shown.cache)
  }, [visit, isShort])
  const known = heights.get(visit)
  const renderRow = useMemo(() => renderedOnce(children), [children])

  return (
    <div>
      {isShort ? (
        rows.map((row, at) => {
          const element = renderRow(row, at)
          return (
            <div key={element.key} className={styles.row}>
              {element}
            </div>
          )
        })
      ) : (
        <WindowVirtualizer
          ref={list}
          data={rows}
          ssrCount={Math.min(rows.length, MOUNTED)}
          {...(known !== undefined && { cache: known })}
        >
          {renderRow}
        </WindowVirtualizer>
      )}
      {!paging.hasNextPage && foot}
      <ListEnd paging={paging} endText={endText} />
    </div>
  )
}

function ListEnd({ paging, endText }: { paging: ListPaging; endText: string }) {
  const { hasNextPage, isFetching, dataUpdatedAt, isFetchNextPageError, fetchNextPage } = paging
  const end = useRef<HTMLOutputElement>(null)
  const isLocked = !hasNextPage || isFetching || isFetchNextPageError

  // A next page that is requested while all pages load again is dropped, also where nothing was rendered meanwhile: the
  // observer begins anew when they have come.
  useEffect(() => {
    if (isLocked || dataUpdatedAt === 0 || end.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // A second intersection event must not cancel the running request.
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage({ cancelRefetch: false })
      },
      { rootMargin: `${AHEAD} 0px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isLocked, dataUpdatedAt, fetchNextPage])

  useEffect(() => {
    if (!isFetchNextPageError) return undefined
    const retry = () => fetchNextPage({ cancelRefetch: false })
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isFetchNextPageError, fetchNextPage])

  return (
    <output ref={end} className={styles.end}>
      {isFetchNextPageError ? (
        <>
          加载失败
          <Button trackId="retry" tone="line" size="sm" onClick={() => fetchNextPage({ cancelRefetch: false })}>
            重试
          </Button>
        </>
      ) : hasNextPage ? (
        '正在加载…'
      ) : (
        endText
      )}
    </output>
  )
}
