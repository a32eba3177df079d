import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './debtor-list-skeleton.module.css'

const cards = [
  { name: 72, identity: 190, rows: [150, 40, 72, 168, 76] },
  { name: 72, identity: 190, rows: [168, 40, 72, 150, 76] },
]

/** Skeleton of groups with the geometry of the real ones. */
export function DebtorListSkeleton() {
  return (
    <div className={`${skeleton.delayed} ${styles.cards}`} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {cards.map(({ name, identity, rows }, at) => (
        <div key={`${at}${rows[0]}`} className={styles.card}>
          <Skeleton width={name} height={18} />
          <Skeleton width={identity} height={12} />
          <Skeleton width={180} height={16} />
          {rows.map((width, row) => (
            <Skeleton key={`${row}${width}`} width={width + 80} height={13} />
          ))}
          <Skeleton width={170} height={12} />
        </div>
      ))}
    </div>
  )
}
