import type { ReactNode } from 'react'
import shared from '../../domain/page/shared.module.css'
import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { describeError } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './account.module.css'

type FormProps = {
  trackId: TrackId
  label: string
  isBusy: boolean
  onSubmit: () => Promise<void>
  children: ReactNode
}

/** Form of a sheet, with its button below the fields. */
export const SettingForm = ({ trackId, label, isBusy, onSubmit, children }: FormProps) => (
  <form
    className={shared.formBody}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
  >
    {children}
    <div className={styles.sheetSubmit}>
      <Button trackId={trackId} type="submit" block busy={isBusy}>
        {label}
      </Button>
    </div>
  </form>
)

type Props = {
  title: string
  /** Beside the title. */
  count?: string | undefined
  query: { data: unknown; error: Error | null; refetch: () => Promise<unknown> }
  /** List items. */
  rows: ReactNode
  hasIcons?: boolean
  /** Below the list. */
  children: ReactNode
}

/** Card of 账号设置 with a list that one call loads: its skeleton, its failure with 重试, and its rows. */
export function SettingListCard({ title, count, query: { data, error, refetch }, rows, hasIcons, children }: Props) {
  return (
    <Card label={title}>
      <h2 className={styles.heading}>
        {title}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </h2>
      {data === undefined && error === null && (
        <div className={styles.row} aria-busy="true">
          <output className={utility.spoken}>正在加载</output>
          {hasIcons === true && <Skeleton width={20} height={20} />}
          <div className={shared.lines}>
            <Skeleton width={120} height={15} />
            <Skeleton width={180} height={12} />
          </div>
        </div>
      )}
      {data === undefined && error !== null && (
        <div className={styles.failed} role="alert">
          <p>{describeError(error)}</p>
          <Chip trackId="retry" onClick={() => void refetch()}>
            重试
          </Chip>
        </div>
      )}
      <ul className={hasIcons === true ? styles.withIcons : styles.plain}>{rows}</ul>
      {children}
    </Card>
  )
}
