import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import styles from './company-skeleton.module.css'

/** Skeleton in the geometry of the header card, the tabs and the first rows of a table. */
export function CompanySkeleton() {
  return (
    <div className={skeleton.delayed} aria-busy="true">
      <div className={styles.head}>
        <div className={styles.identity}>
          <Skeleton width={52} height={52} radius={10} />
          <div className={styles.name}>
            <Skeleton width={220} height={18} />
            <Skeleton width={140} height={12} />
          </div>
        </div>
        <Skeleton width={160} height={18} />
        <Skeleton width="100%" height={34} />
        <Skeleton width={240} height={20} />
        <Skeleton width="100%" height={40} radius={8} />
        <Skeleton width={160} height={16} />
        <Skeleton width="100%" height={36} />
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
