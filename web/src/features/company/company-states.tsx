import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import styles from './company-states.module.css'

const factWidths = [66, 56, 72, 64]
const actionWidths = [24, 36, 25, 26, 27]
const tabWidths = [32, 60, 61, 62, 63]

/** Skeleton in the geometry of the header card, the tabs and the first rows of a table. */
export function CompanySkeleton() {
  return (
    <div className={skeleton.delayed} aria-busy="true">
      <div className={styles.head}>
        <div className={styles.identity}>
          <Skeleton width={52} height={52} radius={10} />
          <div className={styles.name}>
            <Skeleton width={180} height={18} />
            <Skeleton width={140} height={14} />
          </div>
        </div>
        <div className={styles.facts}>
          {factWidths.map((width) => (
            <span key={width} className={styles.pair}>
              <Skeleton width={52} height={10} />
              <Skeleton width={width} height={12} />
            </span>
          ))}
        </div>
        <div className={styles.actions}>
          {actionWidths.map((width) => (
            <span key={width} className={styles.pair}>
              <Skeleton width={20} height={20} />
              <Skeleton width={width} height={12} />
            </span>
          ))}
        </div>
        <div className={styles.line}>
          <Skeleton width={200} height={14} />
        </div>
        <div className={styles.tabs}>
          {tabWidths.map((width) => (
            <Skeleton key={width} width={width} height={16} />
          ))}
        </div>
      </div>
      <div className={styles.card}>
        <TableSkeleton />
      </div>
    </div>
  )
}

const table = [Array.from({ length: 8 }, () => ['100%', 34] as const)]

/** Skeleton of the rows of the register table. */
export const TableSkeleton = () => <SkeletonGroups groups={table} className={styles.table} />

const two = (part: number) => String(part).padStart(2, '0')

/** Local time, as in 2026-11-20 10:32. */
function formatMoment(milliseconds: number) {
  const moment = new Date(milliseconds)
  return `${formatDate(moment.toISOString())} ${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** Note that the data below was loaded earlier, with its time. */
export function SavedNote({ savedAt, onRetry }: { savedAt: number; onRetry: () => void }) {
  return (
    <InfoNote tone="amber">
      <div className={styles.saved}>
        <span>当前离线，显示 {formatMoment(savedAt)} 的内容</span>
        <Button trackId="retry" tone="line" size="sm" onClick={onRetry}>
          重试
        </Button>
      </div>
    </InfoNote>
  )
}
