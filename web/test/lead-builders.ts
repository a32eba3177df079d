import type { ContactRow, LeadDetail, LeadRow, LeadSearchAnswer } from '@baiqicha/contract/leads'
import { buildHit } from './company-builders.ts'

const source = { category: '年报', name: '2025 年度报告', year: 2025, date: '2026-03-28', url: null } as const

/** A company with one landline. */
export const buildLead = (overrides: Partial<LeadRow> = {}): LeadRow => ({
  ...buildHit(overrides),
  contactSummary: { mobileCount: 0, landlineCount: 1, emailCount: 0 },
  firstContact: { type: '固话', value: '0990-5550000', source, sameNumberCount: 1 },
  updatedAt: '2026-03-28',
  ...overrides,
})

export function buildLeadAnswer(overrides: Partial<LeadSearchAnswer> = {}): LeadSearchAnswer {
  const list = overrides.list ?? [buildLead()]
  const paging = { total: list.length, totalCapped: false, page: 1, pageSize: 20 }
  return { list, ...paging, connected: true, asOf: '2026-06-30', byNumber: false, ...overrides }
}

export const buildContact = (overrides: Partial<ContactRow> = {}): ContactRow => ({
  id: 't-1',
  type: '固话',
  value: '0990-5550000',
  contactName: null,
  positions: [],
  sources: [source],
  sourceCount: overrides.sources?.length ?? 1,
  state: '实号',
  labels: [],
  sameNumberCount: 1,
  canListSameNumber: true,
  area: null,
  operator: null,
  updatedAt: '2026-03-28',
  canDial: false,
  dispute: null,
  ...overrides,
})

export const buildLeadDetail = (overrides: Partial<LeadDetail> = {}): LeadDetail => ({
  company: buildHit({}),
  address: '演示东省演示市演示路 1 号',
  connected: true,
  asOf: '2026-06-30',
  contacts: [buildContact()],
  contactSummary: { mobileCount: 0, landlineCount: 1, emailCount: 0 },
  revealsLeft: 29,
  isRepeated: false,
  canDialMobiles: false,
  dialsLeft: 10,
  ...overrides,
})
