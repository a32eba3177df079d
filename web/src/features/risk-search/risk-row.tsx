import { kindRow, type Severity, shortTitleOf } from '@baiqicha/contract/records/kind-table'
import type { RiskRow as RiskCompany } from '@baiqicha/contract/risk-search'
import { companyPath } from '../../domain/company-path.ts'
import { CompanyRow } from '../../domain/company-row.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { countersOf, type RiskCounter } from './risk-counters.ts'
import type { RiskKind } from './risk-params.ts'
import styles from './risk-row.module.css'

const severityTones: Readonly<Record<Severity, TagTone>> = { 高: 'red', 中: 'amber', 提示: 'mute' }

/** Hides the red tags: the counters are more precise. */
const withoutRisks = { isDishonestDebtor: false, isJudgmentDebtor: false, isConsumptionRestricted: false } as const

/** Row of a company with its risk counters; links to its risks. */
export function RiskRow({ company, isNamesake }: { company: RiskCompany; isNamesake: boolean }) {
  return (
    <CompanyRow
      company={{ ...company, ...withoutRisks }}
      variant="search"
      to={companyPath(company.id, 'legalRisk')}
      hit={company}
      isNamesake={isNamesake}
    >
      <Counters company={company} />
    </CompanyRow>
  )
}

const labelsOf = (kinds: readonly RiskKind[]) => kinds.map(shortTitleOf).join('、')

function Counters({ company: { riskCounts, maxSeverity, asOf } }: { company: RiskCompany }) {
  const { standing: active, past, clean, unconnected } = countersOf(riskCounts)
  if (active.length + past.length + clean.length === 0) {
    return (
      <p className={styles.unconnected}>
        <Icon name="plug" size={14} />
        风险来源均未接入，无法判断有或没有
      </p>
    )
  }
  return (
    <div>
      {active.length > 0 && (
        <ul className={styles.counters}>
          {maxSeverity !== null && (
            <li>
              <Tag tone={severityTones[maxSeverity]}>最高一级：{maxSeverity}</Tag>
            </li>
          )}
          {active.map((counter) => (
            <Counter key={counter.kind} counter={counter} />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <p className={styles.rest}>
          历史：{past.map(({ kind, history }) => `${shortTitleOf(kind)} ${history}`).join('、')}
        </p>
      )}
      <p className={styles.rest}>{searchedText(asOf, active.length, past.length, clean.length)}</p>
      {unconnected.length > 0 && (
        <p className={styles.unconnected}>
          <Icon name="plug" size={14} />
          <span>未接入：{labelsOf(unconnected)}</span>
        </p>
      )}
    </div>
  )
}

/** Date of the search and number of kinds without a record. */
function searchedText(asOf: string | null, active: number, past: number, clean: number): string {
  const until = asOf === null ? [] : [`截至 ${asOf}`]
  if (active + past === 0) return [...until, '未查询到风险记录'].join(' ')
  if (active === 0) return [...until, '未查询到当前记录'].join(' ')
  return [...until, ...(clean > 0 ? [`其余 ${clean} 类未查询到`] : [])].join('，')
}

function Counter({ counter: { kind, current, disputed, history, asDefendant } }: { counter: RiskCounter }) {
  const { tone } = kindRow(kind)
  return (
    <li className={styles.counter}>
      {shortTitleOf(kind)} <b className={classNames(current > 0 && tone !== undefined && styles[tone])}>{current}</b>
      {asDefendant > 0 && <small>作被告 {asDefendant}</small>}
      {disputed > 0 && <small className={styles.amber}>异议处理中 {disputed}</small>}
      {history > 0 && <small>历史 {history}</small>}
    </li>
  )
}
