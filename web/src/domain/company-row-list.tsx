import { usePageLocation } from '../platform/navigation/page-location.tsx'
import { LongList, type LongListProps } from '../ui/long-list.tsx'
import styles from './company-row-list.module.css'

/** Virtual list of company rows with hairlines between them. */
export function CompanyRowList<T>(props: Omit<LongListProps<T>, 'visit'>) {
  const { key: visit } = usePageLocation()
  return (
    <div className={styles.list}>
      <LongList {...props} visit={visit} />
    </div>
  )
}
