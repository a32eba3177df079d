import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { CardHead, CardHeadButton } from './card-head.tsx'
import { ExplanationSheet } from './explanation-sheet.tsx'
import { severityExplanations } from './explanations.ts'
import styles from './risk-overview.module.css'
import { sectionsOf } from './section-views.ts'

const levels = [
  { of: 'high', label: '高风险', tone: 'red' },
  { of: 'medium', label: '中风险', tone: 'amber' },
  { of: 'notice', label: '提示', tone: undefined },
] as const

/** Number of current records per grade: counted facts, not a score. */
export function RiskOverview({ detail: { risk, sections } }: { detail: CompanyDetail }) {
  const [isExplained, setIsExplained] = useState(false)
  const unconnected = [...sectionsOf('legalRisk', sections), ...sectionsOf('businessRisk', sections)].filter(
    ({ counts }) => counts === null,
  ).length
  return (
    <Card label="风险概览">
      <CardHead title="风险概览">
        <CardHeadButton onClick={() => setIsExplained(true)}>怎样分级</CardHeadButton>
      </CardHead>
      {risk === null ? (
        <p className={styles.text}>尚未接入风险类数据源，因此无法判断该企业有或没有风险记录。</p>
      ) : (
        <>
          <ul className={styles.levels}>
            {levels.map(({ of, label, tone }) => (
              <li key={of} className={classNames(styles.level, tone !== undefined && risk[of] > 0 && styles[tone])}>
                <b>{formatNumber(risk[of])}</b> {label}
              </li>
            ))}
          </ul>
          <p className={styles.text}>
            {risk.asOf !== null && `截至 ${risk.asOf}，`}只统计当前有效的记录
            {unconnected > 0 && `；另有 ${unconnected} 类数据未接入`}
          </p>
        </>
      )}
      <ExplanationSheet
        title="怎样分级"
        lead="按记录的种类计数，不打分，也不评价企业好坏。"
        explanations={severityExplanations}
        end="历史、已移出、已修复的记录和异议处理中的记录不计入。未接入的数据源不等于没有记录。"
        open={isExplained}
        onClose={() => setIsExplained(false)}
      />
    </Card>
  )
}
