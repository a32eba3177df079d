import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './rows-skeleton.module.css'

const names = [168, 220, 140, 196, 180]

/** Skeleton of list rows. */
export function RowsSkeleton() {
  return (
    <div className={`${skeleton.delayed} ${styles.rows}`} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {names.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={width} height={16} />
          <Skeleton width="100%" height={4} />
          <Skeleton width="80%" height={12} />
        </div>
      ))}
    </div>
  )
}
