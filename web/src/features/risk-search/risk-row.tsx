import { kindRow, type Severity, shortTitleOf } from '@baiqicha/contract/records/kind-table'
import type { RiskRow as RiskCompany, RiskRow } from '@baiqicha/contract/risk-search'
import { CompanyHitRow } from '../../domain/company/company-hit-row.tsx'
import { companyPath } from '../../domain/company/company-path.ts'
import { followNotices } from '../../domain/follow/follow-control.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { officialCheckPath } from '../../domain/official-check/official-links.tsx'
import { classNames } from '../../lib/class-names.ts'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { type RiskKind, riskKinds } from './risk-params.ts'
import styles from './risk-search.module.css'

type RiskCounter = {
  kind: RiskKind
  current: number
  /** Current judgments with the company as defendant. */
  asDefendant: number
}

type RiskCounters = {
  /** Kinds with current records, the most serious first. */
  current: RiskCounter[]
  /** Number of disputed records of all kinds. */
  disputed: number
  /** Number of past records of all kinds. */
  history: number
  /** Kinds searched without any record. */
  clean: RiskKind[]
  unconnected: RiskKind[]
}

const tones: readonly (string | undefined)[] = ['red', 'amber', undefined]
const rankOf = (kind: RiskKind) => tones.indexOf(kindRow(kind).tone)

/** Separates what the records of a company state from what was not searched. A count of 0 is never a counter. */
export function countersOf(riskCounts: RiskRow['riskCounts']): RiskCounters {
  const counters: RiskCounters = { current: [], disputed: 0, history: 0, clean: [], unconnected: [] }
  for (const kind of riskKinds) {
    const counts = riskCounts[kind]
    if (counts === undefined) {
      counters.unconnected.push(kind)
      continue
    }
    const asDefendant = kind === 'judicialDocument' ? (riskCounts.judicialDocumentAsDefendant?.current ?? 0) : 0
    const { current, disputed, history } = counts
    if (current > 0) counters.current.push({ kind, current, asDefendant })
    if (current + disputed + history === 0) counters.clean.push(kind)
    counters.disputed += disputed
    counters.history += history
  }
  counters.current.sort((one, other) => rankOf(one.kind) - rankOf(other.kind))
  return counters
}

/** Disputed and past records of a row in one line; null: none. Without a source of some kinds, no current record is not 0. */
export function otherRecordsText({ current, disputed, history, unconnected }: RiskCounters): string | null {
  if (disputed + history === 0) return null
  return [
    ...(current.length === 0 && unconnected.length === 0 ? ['当前 0'] : []),
    ...(disputed > 0 ? [`异议中 ${disputed}`] : []),
    ...(history > 0 ? [`历史 ${history}`] : []),
  ].join(' · ')
}

/** Kinds searched without any record, with the date of the sources; null: every searched kind has a record. */
export function searchedText(counters: RiskCounters, asOf: string | null): string | null {
  const { current, disputed, history, clean, unconnected } = counters
  if (clean.length === 0) return null
  const until = asOf === null ? '' : `（截至 ${asOf}）`
  const hasRecords = current.length + disputed + history > 0
  if (hasRecords) return `其余 ${clean.length} 类未查询到${until}`
  return `${unconnected.length > 0 ? `已接入的 ${clean.length} 类未查询到` : '未查询到风险记录'}${until}`
}

const severities: Readonly<Record<Severity, { tone: TagTone; text: string }>> = {
  高: { tone: 'red', text: '高风险' },
  中: { tone: 'amber', text: '中风险' },
  提示: { tone: 'mute', text: '仅提示' },
}

/** Hides the red tags: the counters are more precise. */
const withoutRisks = { isDishonestDebtor: false, isJudgmentDebtor: false, isConsumptionRestricted: false } as const

/** Whether no source of risks covers the company. */
const isUnconnected = ({ riskCounts }: Pick<RiskCompany, 'riskCounts'>) =>
  riskKinds.every((kind) => riskCounts[kind] === undefined)

/** Row of a company with its risk counters; links to its risks, or to the official sites. */
export function RiskItem({ company, isNamesake }: { company: RiskCompany; isNamesake: boolean }) {
  const control = useFollowControl(company, followNotices)
  return (
    <CompanyHitRow
      hit={{ ...company, ...withoutRisks }}
      to={isUnconnected(company) ? officialCheckPath(company.id) : companyPath(company.id, 'legalRisk')}
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
  if (isUnconnected({ riskCounts })) {
    return (
      <p className={styles.unconnected}>
        <Icon name="plug" size={14} />
        <span>风险数据未接入，无法判断是否有记录 · 官方核查</span>
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
