import { SEARCHED_ROWS } from '@baiqicha/contract/desk/fields'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeskButton } from './desk-button.tsx'

export const LoadingState = () => (
  <div className="state" aria-busy="true">
    <span className="bars" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    <output>正在加载</output>
  </div>
)

/** The message of a failure that was thrown. */
export const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure))

/** Why something failed; null: nothing. */
export const ErrorLine = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p className="error" role="alert">
      {text}
    </p>
  )

export const NoState = ({ title, text }: { title: string; text?: string }) => (
  <div className="state">
    <b>{title}</b>
    {text !== undefined && <p>{text}</p>}
  </div>
)

/** No match on a page of a search. `next`: of the page with older rows; null: there are none. */
export const NothingFound = ({ next }: { next: string | number | null }) => (
  <NoState title={next === null ? '没有符合条件的记录' : `这 ${SEARCHED_ROWS} 条中没有符合条件的记录`} />
)

export const FailedState = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className="state" role="alert">
    <b>没有加载成功</b>
    <p>{error.message}</p>
    <DeskButton text="重试" onClick={onRetry} />
  </div>
)

/** The data of a query, or one of the states without them. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.isPending) return <LoadingState />
  if (query.isError) return <FailedState error={query.error} onRetry={() => void query.refetch()} />
  return children(query.data)
}
