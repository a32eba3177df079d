import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './company-skeleton.module.css'

/** Skeleton in the geometry of the header card, the tabs and the first rows of a table. */
export function CompanySkeleton() {
  return (
    <div className={skeleton.delayed} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
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

const tableRows = ['1', '2', '3', '4', '5', '6', '7', '8']

/** Skeleton of the rows of the register table. */
export function TableSkeleton() {
  return (
    <div className={styles.table} aria-busy="true">
      {tableRows.map((row) => (
        <Skeleton key={row} width="100%" height={34} radius={4} />
      ))}
    </div>
  )
}
