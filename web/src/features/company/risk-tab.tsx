import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { LatestRecord } from './latest-record.tsx'
import styles from './risk-tab.module.css'
import { RiskGrid } from './section-grid.tsx'
import { connectedOf } from './section-views.ts'
import { UnconnectedSections } from './unconnected-sections.tsx'
import { UnconnectedTab } from './unconnected-tab.tsx'

type Props = { detail: CompanyDetail; tab: 'legalRisk' | 'businessRisk' }

/** Counts of the kinds of a group and the newest record of the group. */
export function RiskTab({ detail: { id, sections }, tab }: Props) {
  const own = connectedOf(tab, sections)
  if (own.length === 0) return <UnconnectedTab tab={tab} />
  const count = own.reduce((sum, { counts }) => sum + (counts?.current ?? 0), 0)
  const isSearched = own.some(({ connected }) => connected !== false)
  const asOf = newestOf(own.map((section) => section.asOf))
  return (
    <>
      <RiskGrid companyId={id} tab={tab} sections={sections} />
      {count > 0 && <LatestRecord companyId={id} group={tab} />}
      <div className={styles.notes}>
        {count === 0 && isSearched && (
          <p>{asOf !== null && `截至 ${asOf}，`}在已接入的数据源中未查询到当前有效记录。</p>
        )}
        <p>仅统计当前有效记录，历史记录另列；多个来源的同一文书合并计数。</p>
      </div>
      <UnconnectedSections tabs={[tab]} sections={sections} />
    </>
  )
}

const newestOf = (dates: readonly (string | null)[]) =>
  dates.reduce<string | null>(
    (newest, date) => (date !== null && (newest === null || date > newest) ? date : newest),
    null,
  )
