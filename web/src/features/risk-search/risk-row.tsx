import { kindRow, type Severity, shortTitleOf } from '@baiqicha/contract/records/kind-table'
import type { RiskRow as RiskCompany } from '@baiqicha/contract/risk-search'
import { CompanyHitRow } from '../../domain/company/company-hit-row.tsx'
import { companyPath } from '../../domain/company/company-path.ts'
import { followNotices } from '../../domain/follow/follow-notices.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { classNames } from '../../lib/class-names.ts'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { countersOf, otherRecordsText, type RiskCounter, searchedText } from './risk-counters.ts'
import { riskKinds } from './risk-params.ts'
import styles from './risk-row.module.css'

const severities: Readonly<Record<Severity, { tone: TagTone; text: string }>> = {
  高: { tone: 'red', text: '高风险' },
  中: { tone: 'amber', text: '中风险' },
  提示: { tone: 'mute', text: '仅提示' },
}

/** Hides the red tags: the counters are more precise. */
const withoutRisks = { isDishonestDebtor: false, isJudgmentDebtor: false, isConsumptionRestricted: false } as const

/** Row of a company with its risk counters; links to its risks. */
export function RiskItem({ company, isNamesake }: { company: RiskCompany; isNamesake: boolean }) {
  const control = useFollowControl(company, followNotices)
  return (
    <CompanyHitRow
      hit={{ ...company, ...withoutRisks }}
      to={companyPath(company.id, 'legalRisk')}
      isNamesake={isNamesake}
      star={<FollowStar company={company} control={control} />}
    >
      <Counters company={company} />
    </CompanyHitRow>
  )
}

function Counters({ company: { riskCounts, maxSeverity, asOf } }: { company: RiskCompany }) {
  const counters = countersOf(riskCounts)
  const { current, unconnected } = counters
  if (unconnected.length === riskKinds.length) {
    return (
      <p className={styles.unconnected}>
        <Icon name="plug" size={14} />
        风险数据未接入，无法判断是否有记录
      </p>
    )
  }
  const others = otherRecordsText(counters)
  const searched = searchedText(counters, asOf)
  return (
    <div>
      {(maxSeverity !== null || others !== null) && (
        <p className={styles.summary}>
          {maxSeverity !== null && <Tag tone={severities[maxSeverity].tone}>{severities[maxSeverity].text}</Tag>}
          {others}
        </p>
      )}
      {current.length > 0 && (
        <ul className={styles.counters}>
          {current.map((counter) => (
            <Counter key={counter.kind} counter={counter} />
          ))}
        </ul>
      )}
      {searched !== null && <p className={styles.rest}>{searched}</p>}
      {unconnected.length > 0 && (
        <p className={styles.unconnected}>
          <Icon name="plug" size={14} />
          <span>未接入：{unconnected.map(shortTitleOf).join('、')}</span>
        </p>
      )}
    </div>
  )
}

function Counter({ counter: { kind, current, asDefendant } }: { counter: RiskCounter }) {
  const { tone } = kindRow(kind)
  return (
    <li className={classNames(styles.counter, asDefendant > 0 && styles.wide)}>
      {shortTitleOf(kind)} <b className={tone && styles[tone]}>{current}</b>
      {asDefendant > 0 && <small>被告 {asDefendant}</small>}
    </li>
  )
}
