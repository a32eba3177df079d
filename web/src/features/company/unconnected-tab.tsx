import { type OfficialSite, officialSites } from '@baiqicha/contract/records/official-sites'
import { OfficialSiteButton } from '../../domain/official-site-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListState } from '../../ui/list-state.tsx'
import type { CompanyTab } from './section-views.ts'
import styles from './unconnected-tab.module.css'

/** Official site that publishes the records of a tab. */
const sites: Record<Exclude<CompanyTab, 'overview'>, OfficialSite> = {
  legalRisk: officialSites.execution,
  businessRisk: officialSites.register,
  change: officialSites.register,
}

/** Empty state of a tab whose source is not connected, which differs from having no records. */
export function UnconnectedTab({ tab }: { tab: Exclude<CompanyTab, 'overview'> }) {
  return (
    <Card>
      <ListState art="unconnected" title="未接入该数据源" text="暂未接入该类数据，无法判断该企业是否有相关记录">
        <OfficialSiteButton site={sites[tab]} />
      </ListState>
      <div className={styles.end} />
    </Card>
  )
}
