import { formatNumber } from '../../lib/format.ts'
import { LongList, type LongListProps } from '../../ui/long-list.tsx'
import styles from './company-row.module.css'

/** Text below the last row of a list of companies. `totalCapped`: the server does not list all of them. */
export const companyListEnd = (shown: number, { totalCapped } = { totalCapped: false }): string =>
  totalCapped ? `仅显示前 ${formatNumber(shown)} 家，请补充关键词或筛选` : `已显示全部 ${formatNumber(shown)} 家`

/** Virtual list of company rows with hairlines between them. */
export function CompanyRowList<T>(props: LongListProps<T>) {
  return (
    <div className={styles.list}>
      <LongList {...props} />
    </div>
  )
}
