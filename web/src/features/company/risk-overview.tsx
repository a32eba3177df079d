import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { CardHead, CardHeadButton } from './card-head.tsx'
import { ExplanationSheet } from './explanation-sheet.tsx'
import { severityExplanations } from './explanations.ts'
import styles from './risk-overview.module.css'
import { isWholeSection, sectionsOf, unconnectedOf } from './section-views.ts'

const levels = [
  { of: 'high', label: '高风险', tone: 'red' },
  { of: 'medium', label: '中风险', tone: 'amber' },
  { of: 'notice', label: '提示', tone: undefined },
] as const
const tabs = ['legalRisk', 'businessRisk'] as const

/** Number of current records per grade: counted facts, not a score. Nothing while no risk source is connected. */
export function RiskOverview({ detail: { risk, sections } }: { detail: CompanyDetail }) {
  const [isExplained, setIsExplained] = useState(false)
  if (risk === null) return null
  const unconnected = unconnectedOf(tabs, sections).length
  // A grade without records is 0 only where sources cover every kind of risk.
  const isWhole = tabs.flatMap((tab) => sectionsOf(tab, sections)).every(isWholeSection)
  return (
    <Card label="风险概览">
      <CardHead title="风险概览">
        <CardHeadButton trackId="risk-levels" onClick={() => setIsExplained(true)}>
          分级说明
        </CardHeadButton>
      </CardHead>
      <ul className={styles.levels}>
        {levels.map(({ of, label, tone }) => (
          <li key={of} className={classNames(styles.level, tone !== undefined && risk[of] > 0 && styles[tone])}>
            <b>{isWhole || risk[of] > 0 ? formatNumber(risk[of]) : '-'}</b> {label}
          </li>
        ))}
      </ul>
      <p className={styles.text}>
        仅统计当前有效记录{risk.asOf !== null && `，截至 ${risk.asOf}`}
        {unconnected > 0 && `；另有 ${unconnected} 类未接入`}
      </p>
      <ExplanationSheet
        title="分级说明"
        lead="按记录种类计数，不评分，不构成对企业的信用评价。"
        explanations={severityExplanations}
        end="历史、已移出、已修复及异议处理中的记录不计入；未接入不代表没有记录。"
        open={isExplained}
        onClose={() => setIsExplained(false)}
      />
    </Card>
  )
}
