import { classNames } from '../lib/class-names.ts'
import styles from './skeleton.module.css'
import { Skeleton } from './skeleton.tsx'
import utility from './utility.module.css'

type SkeletonRow = readonly [width: number | string, height: number, radius?: number]
type SkeletonGroupsProps = {
  /** Rows of each card or list row. Numbers are design px. */
  groups: readonly (readonly SkeletonRow[])[]
  /** Class of each group, with its gap and padding. */
  className: string | undefined
}

/** Placeholders below each other, in place of a page or a list that is loading. */
export function SkeletonGroups({ groups, className }: SkeletonGroupsProps) {
  return (
    <div className={styles.delayed} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {groups.map((rows, group) => (
        <div key={group} className={classNames(styles.group, className)}>
          {rows.map(([width, height, radius = 4], row) => (
            <Skeleton key={row} width={width} height={height} radius={radius} />
          ))}
        </div>
      ))}
    </div>
  )
}
