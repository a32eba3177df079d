import type { RiskRow, RiskSearchAnswer } from '@baiqicha/contract/risk-search'
import { buildHit } from './company-builders.ts'

const counts = (current: number, disputed = 0, history = 0) => ({ current, disputed, history })

/** A company with one kind of current records, one kind without records, and the others not connected. */
export const buildRiskRow = (overrides: Partial<RiskRow> = {}): RiskRow => ({
  ...buildHit(overrides),
  riskCounts: { dishonestExecutor: counts(1, 0, 3), courtAnnouncement: counts(0) },
  maxSeverity: '高',
  asOf: '2026-06-30',
  ...overrides,
})

export function buildRiskAnswer(overrides: Partial<RiskSearchAnswer> = {}): RiskSearchAnswer {
  const list = overrides.list ?? [buildRiskRow()]
  return { list, total: list.length, totalCapped: false, page: 1, pageSize: 20, ...overrides }
}
