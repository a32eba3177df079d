import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import styles from './company-row-skeleton.module.css'

/** Number of placeholder rows while a list loads (SPEC §9). */
const SKELETON_ROWS = 5

const nameWidths = [207, 166, 230, 184, 144]
const tagWidths = [32, 72, 48]
const factColumns = [
  { label: 52, value: 72 },
  { label: 57, value: 80 },
  { label: 52, value: 72 },
]

type Props = { variant: 'compact' | 'search'; rows?: number }

/**
 * Placeholder rows with the geometry of the real ones. Invisible for the first 120 ms, so that a fast response does not
 * flash.
 */
export function CompanyRowSkeleton({ variant, rows = SKELETON_ROWS }: Props) {
  return (
    <div className={`${skeleton.delayed} ${styles.rows}`} aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`${styles.row} ${styles[variant]}`}>
          <Skeleton width={variant === 'search' ? 44 : 40} height={variant === 'search' ? 44 : 40} radius={8} />
          <div className={utility.grow}>
            <span className={styles.name}>
              <Skeleton width={nameWidths[row % nameWidths.length] ?? 166} height={16} />
            </span>
            <span className={styles.tags}>
              {tagWidths.map((width) => (
                <Skeleton key={width} width={width} height={variant === 'search' ? 16 : 18} />
              ))}
            </span>
            {variant === 'search' ? (
              <span className={styles.facts}>
                {factColumns.map(({ label, value }, column) => (
                  <span key={`${column}-${label}`}>
                    <Skeleton width={label} height={10} />
                    <Skeleton width={value} height={12} />
                  </span>
                ))}
              </span>
            ) : (
              <span className={styles.meta}>
                <Skeleton width={190} height={12} />
              </span>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
