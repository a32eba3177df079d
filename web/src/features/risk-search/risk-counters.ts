import type { RiskRow } from '@baiqicha/contract/risk-search'
import { type RiskKind, riskKinds } from './risk-params.ts'

/** How a kind is called beside its count, and the tone of the count while records stand. */
export const riskViews: Readonly<Record<RiskKind, { label: string; tone?: 'red' | 'amber' }>> = {
  dishonestExecutor: { label: '失信', tone: 'red' },
  executedPerson: { label: '被执行', tone: 'amber' },
  consumptionRestriction: { label: '限高', tone: 'red' },
  courtAnnouncement: { label: '开庭公告' },
  enterpriseCourtAnnouncement: { label: '法院公告' },
  judicialDocument: { label: '裁判文书' },
  businessRisk: { label: '经营异常', tone: 'amber' },
  punishment: { label: '行政处罚', tone: 'amber' },
  taxViolation: { label: '税收违法', tone: 'red' },
  seriousViolation: { label: '严重违法', tone: 'red' },
  equityPledge: { label: '股权出质' },
}

export type RiskCounter = {
  kind: RiskKind
  current: number
  disputed: number
  history: number
  /** Of the current judgments, those with the company as defendant. */
  asDefendant: number
}

/**
 * What is known of a company, kind by kind: with records that stand or are disputed; with history alone; searched in vain;
 * and those that no source tells of.
 */
export function countersOf(riskCounts: RiskRow['riskCounts']) {
  const standing: RiskCounter[] = []
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
    if (counts.current + counts.disputed > 0) standing.push(counter)
    else if (counts.history > 0) past.push(counter)
    else clean.push(kind)
  }
  return { standing, past, clean, unconnected }
}
