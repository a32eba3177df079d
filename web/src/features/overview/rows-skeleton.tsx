import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import styles from './overview-row.module.css'

const groups = [168, 220, 140, 196, 180].map(
  (width) =>
    [
      [width, 16],
      ['100%', 4],
      ['80%', 12],
    ] as const,
)

/** Skeleton of list rows. */
export const RowsSkeleton = () => <SkeletonGroups groups={groups} className={styles.placeholder} />
