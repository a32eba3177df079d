import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { type CacheSnapshot, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import { Button } from './button.tsx'
import styles from './long-list.module.css'

/** The part of an infinite query a list needs. */
export type ListPaging = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  /** The page after the last could not be read. */
  isFetchNextPageError: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

export type LongListProps<T> = {
  rows: readonly T[]
  paging: ListPaging
  /** What is said below the last row of the last page. */
  endText: string
  /** Design height of a row before it is measured. */
  rowHeight: number
  /** The place in the browser's history: a list that is come back to has its rows as high as they were. */
  visit?: string
  /** Stands between the last row of the last page and what is said below. */
  foot?: ReactNode
  children: (row: T, index: number) => ReactElement
}

/** How far before its end the next page is asked for. */
const AHEAD = '600px'

/** How high the rows of lists were, by visit. */
const heights = new Map<string, CacheSnapshot>()

/**
 * A long list that renders what is in view and asks for the next page near its end. One request at a time;
 * after a failure nothing is asked until the reader taps 重试.
 */
export function LongList<T>({ rows, paging, endText, rowHeight, visit, foot, children }: LongListProps<T>) {
  const list = useRef<WindowVirtualizerHandle>(null)
  useLayoutEffect(() => {
    const shown = list.current
    if (visit === undefined || shown === null) return undefined
    return () => void heights.set(visit, shown.cache)
  }, [visit])
  const known = visit === undefined ? undefined : heights.get(visit)

  return (
    <>
      <WindowVirtualizer
        ref={list}
        data={rows}
        itemSize={rowHeight}
        ssrCount={Math.min(rows.length, 20)}
        {...(known !== undefined && { cache: known })}
      >
        {children}
      </WindowVirtualizer>
      {!paging.hasNextPage && foot}
      <ListEnd paging={paging} endText={endText} />
    </>
  )
}

function ListEnd({ paging, endText }: { paging: ListPaging; endText: string }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = paging
  const end = useRef<HTMLOutputElement>(null)
  const isLocked = !hasNextPage || isFetchingNextPage || isFetchNextPageError

  useEffect(() => {
    if (isLocked || end.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // A second report while the first is being answered must not start over.
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage({ cancelRefetch: false })
      },
      { rootMargin: `${AHEAD} 0px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isLocked, fetchNextPage])

  return (
    <output ref={end} className={styles.end}>
      {isFetchNextPageError ? (
        <>
          没能加载下一页
          <Button tone="line" size="sm" onClick={() => fetchNextPage({ cancelRefetch: false })}>
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
