import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { companyPath } from '../../domain/company/company-path.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { keepScroll } from '../../platform/navigation/scroll.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './risk-line.module.css'
import { countOf, isWholeSection, sectionsOf, unconnectedOf } from './section-views.ts'

const levels = [
  { of: 'high', label: '高', tone: 'red' },
  { of: 'medium', label: '中', tone: 'amber' },
  { of: 'notice', label: '提示', tone: undefined },
] as const
const tabs = ['legalRisk', 'businessRisk'] as const

/** Current records by grade with their date. A tap opens the tab with records, or the one with official sites. */
export function RiskLine({ detail: { id, risk, sections } }: { detail: CompanyDetail }) {
  const navigate = useNavigate()
  if (risk === null) {
    return (
      <button
        track-id="risk-official"
        type="button"
        className={classNames(styles.line, styles.unconnected)}
        onClick={() => void navigate(companyPath(id, 'legalRisk'), keepScroll)}
      >
        <Icon name="plug" size={16} />
        风险数据未接入 · 官方核查
        <Icon name="right" size={14} className={styles.arrow} />
      </button>
    )
  }
  const risks = tabs.flatMap((of) => sectionsOf(of, sections))
  const isWhole = risks.every(isWholeSection)
  const unconnected = unconnectedOf(tabs, sections).length
  // A grade without records is 0 only where sources cover every kind of risk.
  const shown = levels.filter(({ of }) => isWhole || risk[of] > 0)
  const tab = (countOf('legalRisk', sections) ?? 0) > 0 ? 'legalRisk' : 'businessRisk'
  return (
    <button
      track-id="risk-level"
      type="button"
      className={styles.line}
      onClick={() => void navigate(companyPath(id, tab), keepScroll)}
    >
      <span className={styles.label}>风险</span>
      {shown.length === 0 && <span>已接入的 {risks.length - unconnected} 类未查询到</span>}
      {shown.map(({ of, label, tone }) => (
        <span key={of} className={classNames(tone !== undefined && risk[of] > 0 && styles[tone])}>
          {label} <b>{formatNumber(risk[of])}</b>
        </span>
      ))}
      {unconnected > 0 && <span className={styles.date}>{unconnected} 类未接入</span>}
      {risk.asOf !== null && <span className={styles.date}>截至 {risk.asOf}</span>}
      <Icon name="right" size={14} className={styles.arrow} />
    </button>
  )
}
