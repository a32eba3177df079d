import { LongList, type LongListProps } from '../../ui/long-list.tsx'
import styles from './company-row-list.module.css'

/** Virtual list of company rows with hairlines between them. */
export function CompanyRowList<T>(props: LongListProps<T>) {
  return (
    <div className={styles.list}>
      <LongList {...props} />
    </div>
  )
}
