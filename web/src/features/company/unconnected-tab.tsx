import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import siteButton from '../../ui/site-button.module.css'
import { type CompanyTab, companyTabs } from './section-views.ts'
import styles from './unconnected-tab.module.css'

/** Official sites that publish the records of a tab. */
const officialSites: Record<Exclude<CompanyTab, 'overview'>, { name: string; url: string }> = {
  legalRisk: { name: '中国执行信息公开网', url: 'https://zxgk.court.gov.cn/' },
  businessRisk: { name: '国家企业信用信息公示系统', url: 'https://www.gsxt.gov.cn/' },
  change: { name: '国家企业信用信息公示系统', url: 'https://www.gsxt.gov.cn/' },
}

/** Empty state of a tab whose source is not connected, which differs from having no records. */
export function UnconnectedTab({ tab }: { tab: Exclude<CompanyTab, 'overview'> }) {
  const site = officialSites[tab]
  return (
    <Card>
      <ListState
        art="unconnected"
        title={tab === 'change' ? '变更记录未接入' : `${companyTabs[tab].label}数据未接入`}
        text="暂无法判断是否有相关记录，可前往官方渠道核查"
      >
        <a
          track-id="official-register"
          className={siteButton.site}
          href={site.url}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="globe" size={18} />去{site.name}查询
        </a>
      </ListState>
      <div className={styles.end} />
    </Card>
  )
}
