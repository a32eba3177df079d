import type { CompanyOfRecord } from '@baiqicha/contract/records/record'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { companyPath } from '../company/company-path.ts'
import styles from './company-line.module.css'

/** Number of characters of the credit code that distinguish companies of equal names. */
const TAIL = 4

/** Company of a list: its name, its region and the end of its code. */
export function CompanyLine({ company: { id, name, region, creditCode } }: { company: CompanyOfRecord }) {
  return (
    <Link track-id="company-row" to={companyPath(id)} className={styles.company}>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        <Icon name="right" size={16} />
      </span>
      <span className={styles.aside}>
        {region !== null && <bdi>{region}</bdi>}
        {creditCode !== null && <span>代码尾号 {creditCode.slice(-TAIL)}</span>}
      </span>
    </Link>
  )
}
