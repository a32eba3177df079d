import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './person-body.module.css'

/** Skeleton of a person: name, company and two positions. */
export function PersonSkeleton() {
  return (
    <div className={`${skeleton.delayed} ${styles.skeleton}`} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      <Skeleton width={90} height={22} />
      <Skeleton width={220} height={14} />
      <Skeleton width="100%" height={96} radius={12} />
      <Skeleton width="100%" height={96} radius={12} />
    </div>
  )
}
