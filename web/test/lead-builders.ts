import type { ContactRow, LeadDetail, LeadRow, LeadSearchAnswer } from '@baiqicha/contract/leads'
import { contactRow, contactSource, contactSummary, leadDetail } from '@baiqicha/contract/openapi/samples'
import { buildHit } from './company-builders.ts'

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
