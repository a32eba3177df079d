import { kindRow } from '@baiqicha/contract/records/kind-table'
import type { RiskRow } from '@baiqicha/contract/risk-search'
import type { RiskKind } from '../../domain/search/risk-search-path.ts'
import { riskKinds } from './risk-params.ts'

export type RiskCounter = {
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
