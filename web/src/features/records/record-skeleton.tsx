import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './record-skeleton.module.css'

const rows = ['1', '2', '3', '4', '5', '6', '7']

/** Skeleton of a record's page. */
export function RecordSkeleton() {
  return (
    <div className={`${skeleton.delayed} ${styles.page}`} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      <div className={styles.head}>
        <Skeleton width={220} height={18} />
        <Skeleton width={54} height={18} />
      </div>
      <Skeleton width={180} height={14} />
      <Skeleton width="100%" height={66} radius={8} />
      <div className={styles.table}>
        {rows.map((row) => (
          <Skeleton key={row} width="100%" height={34} />
        ))}
      </div>
    </div>
  )
}
