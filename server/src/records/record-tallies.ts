import { type CompanyDetail } from '@baiqicha/contract/company-detail'
import {
  businessRiskKeys,
  legalRiskKeys,
  type RecordKindKey,
  type Severity,
  sectionKeys,
} from '@baiqicha/contract/records/kind-table'
import type { RecordCounts, RecordView } from '@baiqicha/contract/records/record'
import type { RiskRow } from '@baiqicha/contract/risk-search'
import { newestAsOf, type RecordFeeds } from './record-feeds.ts'

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

const riskKinds = [...legalRiskKeys, ...businessRiskKeys]
/** Kinds that contain labour disputes. */
const labourKinds = ['judicialDocument', 'courtAnnouncement'] as const
const severityOf: Readonly<Record<number, Severity>> = { 3: '高', 2: '中', 1: '提示' }

/** Sum of the records. */
export const sumOf = (tallies: readonly Tally[]) => tallies.reduce((total, { records }) => total + records, 0)

const countsOf = (tallies: readonly Tally[]): RecordCounts => {
  const of = (view: RecordView) => sumOf(tallies.filter((tally) => tally.view === view))
  return { current: of('current'), disputed: of('disputed'), history: of('history') }
}

const currentOf = (tallies: readonly Tally[], severity: number) =>
  sumOf(tallies.filter((tally) => tally.view === 'current' && tally.severity === severity))

/** Tallies of the connected risk kinds; kinds without a source are left out. */
function risksIn(tallies: readonly Tally[], feeds: RecordFeeds) {
  const connected = riskKinds.filter((kind) => feeds.has(kind))
  return {
    connected,
    tallies: tallies.filter(({ kind }) => connected.some((of) => of === kind)),
    asOf: newestAsOf(connected.flatMap((kind) => feeds.get(kind) ?? [])),
  }
}

/** Presents counts and connected sources for the company page. */
export function overviewFrom(tallies: readonly Tally[], feeds: RecordFeeds): Omit<RecordOverview, 'jobSeeker'> {
  const ofKind = Map.groupBy(tallies, ({ kind }) => kind)
  const risks = risksIn(tallies, feeds)
  const isCurrent = (kind: RecordKindKey) =>
    feeds.has(kind) && (ofKind.get(kind) ?? []).some(({ view }) => view === 'current')
  return {
    sections: sectionKeys.map((key) => {
      const sources = feeds.get(key)
      if (sources === undefined) return { key, counts: null, asOf: null }
      return { key, counts: countsOf(ofKind.get(key) ?? []), asOf: newestAsOf(sources) }
    }),
    risk:
      risks.connected.length === 0
        ? null
        : {
            high: currentOf(risks.tallies, 3),
            medium: currentOf(risks.tallies, 2),
            notice: currentOf(risks.tallies, 1),
            asOf: risks.asOf,
          },
    isDishonestDebtor: isCurrent('dishonestExecutor'),
    isJudgmentDebtor: isCurrent('executedPerson'),
    isConsumptionRestricted: isCurrent('consumptionRestriction'),
  }
}

/** Labour disputes with the company as defendant; null when neither kind is connected. */
export function labourDisputesFrom(
  tallies: readonly Tally[],
  feeds: RecordFeeds,
): RecordOverview['jobSeeker']['labourDisputes'] {
  const of = (key: (typeof labourKinds)[number]) =>
    sumOf(
      tallies.filter(
        ({ kind, view, is_defendant, is_labour }) =>
          kind === key && view === 'current' && is_defendant === 1 && is_labour === 1,
      ),
    )
  if (!labourKinds.some((kind) => feeds.has(kind))) return null
  return { judicialDocument: of('judicialDocument'), courtAnnouncement: of('courtAnnouncement') }
}

/** Presents counts and connected sources for a 查风险 row. */
export function riskFrom(tallies: readonly Tally[], feeds: RecordFeeds): RecordRisk {
  const risks = risksIn(tallies, feeds)
  const riskCounts: RecordRisk['riskCounts'] = {}
  for (const key of risks.connected) {
    const own = risks.tallies.filter(({ kind }) => kind === key)
    riskCounts[key] = countsOf(own)
    if (key === 'judicialDocument') {
      riskCounts.judicialDocumentAsDefendant = countsOf(own.filter(({ is_defendant }) => is_defendant === 1))
    }
  }
  const gravest = Math.max(0, ...risks.tallies.filter(({ view }) => view === 'current').map((of) => of.severity))
  return { riskCounts, maxSeverity: severityOf[gravest] ?? null, asOf: risks.asOf }
}
