import type { OfficialChecks } from '@baiqicha/contract/official-check'
import { Link } from '../../lib/router/router.tsx'
import { Card } from '../../ui/card.tsx'
import cardHead from '../../ui/card-head.module.css'
import { Icon } from '../../ui/icon.tsx'
import { CheckProgress, checkedCount } from './check-progress.tsx'
import styles from './official-check-card.module.css'
import { officialCheckPath } from './official-check-path.ts'

/** Short form of 官方核查: what the user has checked, and the way to the sites. `checks` undefined: not loaded. */
export function OfficialCheckCard({ companyId, checks }: { companyId: string; checks: OfficialChecks | undefined }) {
  const sites = checks?.sites ?? []
  const done = checkedCount(sites)
  return (
    <Card label="官方核查">
      <Link track-id="official-check" to={officialCheckPath(companyId)} className={styles.head}>
        <span className={cardHead.title}>官方核查</span>
        <span className={cardHead.aside}>
          {done > 0 ? `本人已核查 ${done} / ${sites.length}` : '到官方网站核实风险'}
        </span>
        <span className={styles.more}>
          {done > 0 ? '继续核查' : '去核查'}
          <Icon name="right" size={14} />
        </span>
      </Link>
      {sites.length > 0 && <CheckProgress sites={sites} />}
    </Card>
  )
}
