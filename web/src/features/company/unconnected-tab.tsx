import { type OfficialSite, officialSites } from '@baiqicha/contract/records/official-sites'
import { OfficialSiteButton } from '../../domain/company/official-site-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { companyTabs, type SectionTab } from './section-views.ts'
import styles from './unconnected-tab.module.css'

/** Official site that publishes the records of a tab. */
const sites: Record<Exclude<SectionTab, 'overview'>, OfficialSite> = {
  legalRisk: officialSites.execution,
  businessRisk: officialSites.register,
  change: officialSites.register,
}

/** Empty state of a tab whose source is not connected, which differs from having no records. */
export function UnconnectedTab({ tab }: { tab: Exclude<SectionTab, 'overview'> }) {
  return (
    <Card>
      <ListState
        art="unconnected"
        title={tab === 'change' ? '变更记录未接入' : `${companyTabs[tab].label}数据未接入`}
        text="暂无法判断是否有相关记录，可前往官方渠道核查"
      >
        <OfficialSiteButton site={sites[tab]} />
      </ListState>
      <div className={styles.end} />
    </Card>
  )
}
