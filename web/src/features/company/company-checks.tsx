import { CheckProgress, checkedCount } from '../../domain/official-check/check-progress.tsx'
import { officialCheckPath } from '../../domain/official-check/official-links.tsx'
import { Link } from '../../lib/router/router.tsx'
import { useOfficialChecksQuery } from '../../platform/official-check/official-check-queries.ts'
import cardHead from '../../ui/card.module.css'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './company-page.module.css'

/** Short form of 官方核查: what the user has checked, and the way to the sites. */
export function CompanyChecks({ companyId }: { companyId: string }) {
  const { data } = useOfficialChecksQuery(companyId)
  const sites = data?.sites ?? []
  const done = checkedCount(sites)
  return (
    <Card label="官方核查">
      <Link track-id="official-check" to={officialCheckPath(companyId)} className={styles.officialCheckCardHead}>
        <span className={cardHead.title}>官方核查</span>
        <span className={cardHead.aside}>
          {done > 0 ? `本人已核查 ${done} / ${sites.length}` : '到官方网站核实风险'}
        </span>
        <span className={styles.officialCheckCardMore}>
          {done > 0 ? '继续核查' : '去核查'}
          <Icon name="right" size={14} />
        </span>
      </Link>
      {sites.length > 0 && <CheckProgress sites={sites} />}
    </Card>
  )
}
