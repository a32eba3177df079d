import type { RiskRow } from '@baiqicha/contract/risk-search'
import { type RiskKind, riskKinds } from './risk-params.ts'

export type RiskCounter = {
  kind: RiskKind
  current: number
  disputed: number
  history: number
  /** Current judgments with the company as defendant. */
  asDefendant: number
}

/**
 * Groups the kinds of risk of a company: current or disputed records, history only, searched without a result, not
 * connected.
 */
export function countersOf(riskCounts: RiskRow['riskCounts']) {
  const active: RiskCounter[] = []
  const past: RiskCounter[] = []
  const clean: RiskKind[] = []
  const unconnected: RiskKind[] = []
  for (const kind of riskKinds) {
    const counts = riskCounts[kind]
    if (counts === undefined) {
      unconnected.push(kind)
      continue
    }
    const asDefendant = kind === 'judicialDocument' ? (riskCounts.judicialDocumentAsDefendant?.current ?? 0) : 0
    const counter = { kind, ...counts, asDefendant }
    if (counts.current + counts.disputed > 0) active.push(counter)
    else if (counts.history > 0) past.push(counter)
    else clean.push(kind)
  }
  return { standing: active, past, clean, unconnected }
}
