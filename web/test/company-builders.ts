import type { CompanyComparison, ComparedCell, ComparedRow } from '@baiqicha/contract/company-comparison'
import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import type { SearchAnswer, Suggestion } from '@baiqicha/contract/company-search'
import type { CompanySummary, SearchHit, ViewedCompany } from '@baiqicha/contract/company-summary'
import type { CompanyEvent, FollowList } from '@baiqicha/contract/follow'
import type { ContactRow, LeadDetail, LeadRow, LeadSearchAnswer } from '@baiqicha/contract/leads'
import {
  businessInfo,
  companyDetail,
  companyEvent,
  contactRow,
  contactSource,
  contactSummary,
  leadDetail,
  suggestion,
  summary,
} from '@baiqicha/contract/openapi/samples'
import { type SectionKey, sectionKeys } from '@baiqicha/contract/records/kind-table'
import type { RiskRow, RiskSearchAnswer } from '@baiqicha/contract/risk-search'
import { recentCompanies } from '../src/domain/company/recent-companies.ts'
import { summaryOfDetail } from '../src/domain/company/stored-companies.ts'

/** A valid, plain company of a list. Fictional, as all companies in tests. */
export const buildCompany = (overrides: Partial<CompanySummary> = {}): CompanySummary => ({
  ...summary,
  id: 'c-1',
  formerNames: [],
  ...overrides,
})

export const buildViewedCompany = (overrides: Partial<ViewedCompany> = {}): ViewedCompany => ({
  ...buildCompany(overrides),
  viewedAt: '2026-11-20T02:00:00.000Z',
  ...overrides,
})

/** A hit on the first two characters of its name. */
export function buildHit(overrides: Partial<SearchHit> = {}): SearchHit {
  const company = buildCompany(overrides)
  return { ...company, matchReason: { field: 'name', text: company.name }, hitRanges: [[0, 2]], ...overrides }
}

export const buildHits = (count: number, from = 1): SearchHit[] =>
  Array.from({ length: count }, (_, index) =>
    buildHit({ id: `c-${from + index}`, name: `澜山演示第${from + index}贸易有限公司` }),
  )

export function buildSearchAnswer(overrides: Partial<SearchAnswer> = {}): SearchAnswer {
  const list = overrides.list ?? [buildHit()]
  return { list, total: list.length, totalCapped: false, page: 1, pageSize: 20, ...overrides }
}

export function buildSuggestion(overrides: Partial<Suggestion> = {}): Suggestion {
  const name = overrides.name ?? '澜山演示贸易有限公司'
  return {
    ...suggestion(),
    id: 'c-1',
    name,
    logoText: name.slice(0, 4),
    briefName: name.slice(0, 4),
    region: null,
    matchReason: { field: 'name', text: name },
    demo: false,
    ...overrides,
  }
}

export const buildProvenance = (overrides: Partial<Provenance> = {}): Provenance => ({
  sourceId: 'demo',
  sourceName: '演示数据集',
  sourceUrl: null,
  asOf: '2026-06',
  ...overrides,
})

/** An office that the register states now. */
export const buildRepresentative = (
  overrides: Partial<NonNullable<CompanyDetail['legalRepresentative']>> = {},
): NonNullable<CompanyDetail['legalRepresentative']> => ({
  name: '演示甲',
  title: '法定代表人',
  datedBy: null,
  ...overrides,
})

export const buildCompanyDetail = (overrides: Partial<CompanyDetail> = {}): CompanyDetail => ({
  ...companyDetail(),
  id: 'c-1',
  formerNames: [],
  sections: sectionKeys.map((key) => ({ key, counts: null, asOf: null })),
  risk: null,
  jobSeeker: { labourDisputes: null, insured: [], employees: [] },
  provenance: { identity: buildProvenance() },
  licences: { demo: 'Apache-2.0' },
  updatedAt: '2026-11-18T00:00:00.000Z',
  ...overrides,
})

/** The stock of a company. */
export const buildStock = (
  overrides: Partial<CompanyDetail['listings'][number]> = {},
): CompanyDetail['listings'][number] => ({
  code: '990001',
  oldCode: null,
  exchange: 'SZSE',
  board: '主板',
  shortName: '澜山演示',
  state: '上市',
  listedOn: '2010-05-06',
  delistedOn: null,
  ...overrides,
})

/** Sections with some of them connected: numbers of current and past records as of 2026-11-18. */
export const buildSections = (
  counts: Partial<Record<SectionKey, { current?: number; history?: number; disputed?: number }>>,
) =>
  sectionKeys.map((key) => {
    const given = counts[key]
    if (given === undefined) return { key, counts: null, asOf: null }
    return { key, counts: { current: 0, disputed: 0, history: 0, ...given }, asOf: '2026-11-18' }
  })

export const buildBusinessInfo = (overrides: Partial<BusinessInfo> = {}): BusinessInfo => ({
  ...businessInfo(),
  id: 'c-1',
  statusRaw: '存续',
  provenance: { identity: buildProvenance(), registration: buildProvenance(), capital: buildProvenance() },
  ...overrides,
})

/** Hostile texts of a source. Pages must render them as text. */
export const hostileTexts = {
  markup: '<script>document.title="演示"</script><img src=x onerror=alert(1)>',
  reversed: '\u202e司公限有示演山澜\u2066',
  long: `澜山演示${'超长名称'.repeat(60)}有限公司`,
  unbroken: 'A'.repeat(400),
  emoji: '👩‍👩‍👧‍👦演示🏭公司🇨🇳',
  blanks: '澜山\u0000演示\u200b\u00a0公司\n换行',
} as const

/** A company that the user has viewed in this visit. */
export function saveViewedCompany(overrides: Partial<CompanyDetail> = {}) {
  const detail = buildCompanyDetail(overrides)
  recentCompanies.saveDetail(detail, summaryOfDetail(detail))
}

export const statedCell = (text: string, note: string | null = null): ComparedCell => ({
  state: 'stated',
  text,
  note,
  source: buildProvenance(),
})

export const buildComparedRow = (label: string, cells: ComparedCell[], of: Partial<ComparedRow> = {}): ComparedRow => ({
  fact: 'status',
  label,
  isByPeriod: false,
  kind: null,
  cells,
  ...of,
})

const names = ['澜山演示', '云岚演示', '北辰演示']

/** A comparison of c-1, c-2 …, without rows unless given. */
export const buildComparison = (count: number, overrides: Partial<CompanyComparison> = {}): CompanyComparison => ({
  companies: names.slice(0, count).map((briefName, at) => ({
    id: `c-${at + 1}`,
    name: `${briefName}贸易有限公司`,
    briefName,
    logo: null,
    logoText: briefName,
    isDemo: true,
    code: null,
  })),
  facts: [],
  absent: [],
  risks: [],
  employees: [],
  insured: [],
  ...overrides,
})

/** Regions and industries of the filters, each with one below it. */
export const filterOptions = {
  regions: [{ code: '99', name: '演示省', children: [{ code: '9901', name: '演示市' }] }],
  industries: [{ code: 'F', name: '批发和零售业', children: [{ code: '51', name: '批发业' }] }],
}

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

type FollowRow = FollowList['list'][number]

export const buildFollow = ({ company, ...overrides }: Partial<FollowRow> = {}): FollowRow => ({
  company: company ?? buildCompany(),
  group: '',
  followedAt: '2026-11-20T02:00:00.000Z',
  isPaused: false,
  unread: 0,
  ...overrides,
})

export function buildFollowList(list: readonly FollowRow[] = [], overrides: Partial<FollowList> = {}): FollowList {
  return {
    list: [...list],
    groups: [...new Set(list.map(({ group }) => group).filter((group) => group !== ''))],
    limit: 5,
    seenOn: null,
    unread: list.reduce((sum, { unread }) => sum + unread, 0),
    ...overrides,
  }
}

export const buildEvent = (overrides: Partial<CompanyEvent> = {}): CompanyEvent => ({
  ...companyEvent(),
  companyId: 'c-1',
  recordId: 'r-1',
  isUnread: false,
  source: buildProvenance(),
  ...overrides,
})
