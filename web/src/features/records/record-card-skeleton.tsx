import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './record-card-skeleton.module.css'

const cards = [
  { heading: 190, rows: [168, 84, 110, 72, 72] },
  { heading: 172, rows: [150, 84, 96, 72, 72] },
  { heading: 184, rows: [168, 70, 104, 72, 72] },
]

/** Skeleton of the company and the filters above the cards. */
export function RecordHeadSkeleton() {
  return (
    <div className={`${skeleton.delayed} ${styles.above}`}>
      <Skeleton width={180} height={14} />
      <Skeleton width={140} height={12} />
      <div className={styles.chips}>
        <Skeleton width={92} height={32} radius={6} />
        <Skeleton width={72} height={32} radius={6} />
      </div>
    </div>
  )
}

/** Skeleton of cards with the geometry of the real ones. */
export function RecordCardSkeleton() {
  return (
    <div className={skeleton.delayed} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {cards.map(({ heading, rows }) => (
        <div key={heading} className={styles.card}>
          <div className={styles.head}>
            <Skeleton width={heading} height={16} />
            <Skeleton width={54} height={18} />
          </div>
          {rows.map((width, at) => (
            <div key={`${at}-${width}`} className={styles.row}>
              <Skeleton width={52} height={12} />
              <Skeleton width={width} height={12} />
            </div>
          ))}
          <div className={styles.foot}>
            <Skeleton width={180} height={11} />
            <Skeleton width={36} height={12} />
          </div>
        </div>
      ))}
    </div>
  )
}
