import { Card } from '../../ui/card.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { CompanyChecks } from './company-checks.tsx'
import { companyTabs, type SectionTab } from './section-views.ts'
import styles from './unconnected-sections.module.css'

type Props = { companyId: string; tab: Exclude<SectionTab, 'overview'> }

/** Empty state of a tab whose source is not connected, which differs from having no records. */
export function UnconnectedTab({ companyId, tab }: Props) {
  return (
    <>
      <Card>
        <ListState
          art="unconnected"
          title={tab === 'change' ? '变更记录未接入' : `${companyTabs[tab].label}数据未接入`}
          text="暂无法判断是否有相关记录，可前往官方渠道核查"
        />
        <div className={styles.end} />
      </Card>
      <CompanyChecks companyId={companyId} />
    </>
  )
}
