import { type CompanyDetail } from '@baiqicha/contract/company-detail'
import {
  businessRiskKeys,
  legalRiskKeys,
  type RecordKindKey,
  type SectionKey,
  type Severity,
  sectionKeys,
} from '@baiqicha/contract/records/kind-table'
import type { RecordCounts, RecordView } from '@baiqicha/contract/records/record'
import type { RiskRow } from '@baiqicha/contract/risk-search'
import { type CompanyCoverage, isWhole, newestAsOf, shownFeeds, shownLimits } from './record-coverage.ts'

/** Flags shown as red tags, from current records only. */
export type RecordFlags = Pick<CompanyDetail, 'isDishonestDebtor' | 'isJudgmentDebtor' | 'isConsumptionRestricted'>
export const noFlags: RecordFlags = {
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
}

/** Part of the company page that comes from records. */
export type RecordOverview = Pick<CompanyDetail, 'sections' | 'risk' | 'jobSeeker'> & RecordFlags
/** Part of a 查风险 row that comes from records. */
export type RecordRisk = Pick<RiskRow, 'riskCounts' | 'maxSeverity' | 'asOf'>

/** Number of records of one company with the same values. */
export type Tally = {
  kind: RecordKindKey
  view: RecordView
  /** As in `record_subject`. */
  severity: number
  is_defendant: number
  is_labour: number
  records: number
}

export const riskRecordKinds = [...legalRiskKeys, ...businessRiskKeys]
/** Kinds that contain labour disputes. */
const labourKinds = ['judicialDocument', 'courtAnnouncement'] as const
/** Severity by its number in `record_subject`; 0 has none. */
export const severityOf: Readonly<Record<number, Severity>> = { 3: '高', 2: '中', 1: '提示' }

/** Sum of the records. */
export const sumOf = (tallies: readonly Tally[]) => tallies.reduce((total, { records }) => total + records, 0)

const countsOf = (tallies: readonly Tally[]): RecordCounts => {
  const of = (view: RecordView) => sumOf(tallies.filter((tally) => tally.view === view))
  return { current: of('current'), disputed: of('disputed'), history: of('history') }
}

const currentOf = (tallies: readonly Tally[], severity: number) =>
  sumOf(tallies.filter((tally) => tally.view === 'current' && tally.severity === severity))

const ofKind = (tallies: readonly Tally[], kind: RecordKindKey) => tallies.filter((tally) => tally.kind === kind)

/** Counts of a kind; a company that no source covers has those of its own records, and none without records. */
function sectionOf(
  key: SectionKey,
  own: readonly Tally[],
  coverage: CompanyCoverage,
): CompanyDetail['sections'][number] {
  const covered = coverage(key)
  const feeds = shownFeeds(covered, own.length > 0)
  const limits = shownLimits(covered, own.length > 0)
  const section = { key, connected: feeds.length > 0, asOf: newestAsOf(feeds) }
  if (feeds.length === 0 && own.length === 0) return { ...section, counts: null }
  return { ...section, counts: countsOf(own), ...(limits.length > 0 && { limits }) }
}

/** Newest date of the sources of the risk kinds that cover the company, or state a record of it. */
const riskAsOf = (tallies: readonly Tally[], coverage: CompanyCoverage) =>
  newestAsOf(riskRecordKinds.flatMap((kind) => shownFeeds(coverage(kind), ofKind(tallies, kind).length > 0)))

const riskTallies = (tallies: readonly Tally[]) =>
  tallies.filter(({ kind }) => riskRecordKinds.some((one) => one === kind))

/** Presents counts and covering sources for the company page. */
export function overviewFrom(tallies: readonly Tally[], coverage: CompanyCoverage): Omit<RecordOverview, 'jobSeeker'> {
  const risks = riskTallies(tallies)
  const hasCurrent = risks.some(({ view }) => view === 'current')
  const isCurrent = (kind: RecordKindKey) => ofKind(tallies, kind).some(({ view }) => view === 'current')
  return {
    sections: sectionKeys.map((key) => sectionOf(key, ofKind(tallies, key), coverage)),
    risk:
      hasCurrent || riskRecordKinds.some((kind) => coverage(kind).feeds.length > 0)
        ? {
            high: currentOf(risks, 3),
            medium: currentOf(risks, 2),
            notice: currentOf(risks, 1),
            asOf: riskAsOf(tallies, coverage),
          }
        : null,
    isDishonestDebtor: isCurrent('dishonestExecutor'),
    isJudgmentDebtor: isCurrent('executedPerson'),
    isConsumptionRestricted: isCurrent('consumptionRestriction'),
  }
}

/**
 * Labour disputes with the company as defendant; null when no source covers one of the two kinds and none is known. Readers take
 * from the sections which of the two is covered.
 */
export function labourDisputesFrom(
  tallies: readonly Tally[],
  coverage: CompanyCoverage,
): RecordOverview['jobSeeker']['labourDisputes'] {
  const of = (key: (typeof labourKinds)[number]) =>
    sumOf(
      ofKind(tallies, key).filter(
        ({ view, is_defendant, is_labour }) => view === 'current' && is_defendant === 1 && is_labour === 1,
      ),
    )
  const disputes = { judicialDocument: of('judicialDocument'), courtAnnouncement: of('courtAnnouncement') }
  const isKnown = labourKinds.some((kind) => coverage(kind).feeds.length > 0 || disputes[kind] > 0)
  return isKnown ? disputes : null
}

/**
 * Presents counts for a 查风险 row. A kind without records is stated only when a source leaves nothing out of it: its 0 is read as
 * 未查询到.
 */
export function riskFrom(tallies: readonly Tally[], coverage: CompanyCoverage): RecordRisk {
  const riskCounts: RecordRisk['riskCounts'] = {}
  for (const key of riskRecordKinds) {
    const own = ofKind(tallies, key)
    if (own.length === 0 && !isWhole(coverage(key))) continue
    riskCounts[key] = countsOf(own)
    if (key === 'judicialDocument') {
      riskCounts.judicialDocumentAsDefendant = countsOf(own.filter(({ is_defendant }) => is_defendant === 1))
    }
  }
  const current = riskTallies(tallies).filter(({ view }) => view === 'current')
  const gravest = Math.max(0, ...current.map(({ severity }) => severity))
  return { riskCounts, maxSeverity: severityOf[gravest] ?? null, asOf: riskAsOf(tallies, coverage) }
}
