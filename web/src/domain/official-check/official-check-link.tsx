import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from '../company/official-site-button.module.css'
import { officialCheckPath } from './official-check-path.ts'

/** Link to 官方核查 of a company, which looks like the links to official sites. */
export function OfficialCheckLink({ companyId }: { companyId: string }) {
  return (
    <Link track-id="official-check" to={officialCheckPath(companyId)} className={styles.site}>
      <Icon name="check" size={18} />
      <span>官方核查</span>
      <Icon name="right" size={14} />
    </Link>
  )
}
