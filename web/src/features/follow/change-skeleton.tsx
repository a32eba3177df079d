import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './change-row.module.css'

const widths = [268, 220, 284, 240]

/** Placeholder rows with the geometry of `ChangeRow`. */
export function ChangeSkeleton() {
  return (
    <div className={skeleton.delayed} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {widths.map((width) => (
        <div key={width} className={styles.row}>
          <span className={styles.text}>
            <Skeleton width={width} height={16} />
          </span>
          <div className={styles.company}>
            <Skeleton width={156} height={14} />
          </div>
          <p className={styles.dates}>
            <Skeleton width={96} height={12} />
            <Skeleton width={96} height={12} />
          </p>
          <Skeleton width={140} height={12} />
        </div>
      ))}
    </div>
  )
}
