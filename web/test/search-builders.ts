import type { ContactRow, LeadDetail, LeadRow, LeadSearchAnswer } from '@baiqicha/contract/leads'
import { contactRow, contactSource, contactSummary, leadDetail } from '@baiqicha/contract/openapi/samples'
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

/** A company with one landline. */
export const buildLead = (overrides: Partial<LeadRow> = {}): LeadRow => ({
  ...buildHit(overrides),
  contactSummary,
  firstContact: { type: '固话', value: contactRow().value, source: contactSource, sameNumberCount: 1 },
  updatedAt: '2026-03-28',
  ...overrides,
})

export function buildLeadAnswer(overrides: Partial<LeadSearchAnswer> = {}): LeadSearchAnswer {
  const list = overrides.list ?? [buildLead()]
  const paging = { total: list.length, totalCapped: false, page: 1, pageSize: 20 }
  return { list, ...paging, connected: true, asOf: '2026-06-30', byNumber: false, ...overrides }
}

export const buildContact = (overrides: Partial<ContactRow> = {}): ContactRow => ({
  ...contactRow(),
  id: 't-1',
  contactName: null,
  positions: [],
  sourceCount: overrides.sources?.length ?? 1,
  labels: [],
  ...overrides,
})

export const buildLeadDetail = (overrides: Partial<LeadDetail> = {}): LeadDetail => ({
  ...leadDetail(),
  company: buildHit({}),
  contacts: [buildContact()],
  ...overrides,
})
