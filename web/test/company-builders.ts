import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import type { SearchAnswer, Suggestion } from '@baiqicha/contract/company-search'
import type { CompanySummary, SearchHit, ViewedCompany } from '@baiqicha/contract/company-summary'
import { type SectionKey, sectionKeys } from '@baiqicha/contract/records/kind-table'

/** A valid, plain company of a list. Fictional, as all companies in tests. */
export const buildCompany = (overrides: Partial<CompanySummary> = {}): CompanySummary => ({
  id: 'c-1',
  name: '澜山演示贸易有限公司',
  logo: null,
  logoText: '澜山演示',
  briefName: '澜山演示贸易',
  status: '存续',
  formerNames: [],
  businessType: '有限责任公司',
  jointStockType: null,
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
  legalRepresentative: '演示甲',
  legalRepresentativeYear: null,
  leadingOfficer: null,
  registeredCapital: { amount: 500, unit: '万元' },
  foundedOn: '2014-03-18',
  creditCode: '91990002MA0FCT021R',
  region: '演示省演示市',
  industry: '批发业',
  listing: null,
  listEntry: null,
  isDemo: true,
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
    id: 'c-1',
    name,
    logo: null,
    logoText: name.slice(0, 4),
    briefName: name.slice(0, 4),
    region: null,
    stockCode: null,
    matchReason: { field: 'name', text: name },
    hitRanges: [[0, 2]],
    legalRepresentativeYear: null,
    status: '存续',
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
  id: 'c-1',
  name: '澜山演示贸易有限公司',
  logo: null,
  logoText: '澜山演示',
  briefName: '澜山演示贸易',
  isDemo: true,
  status: '存续',
  businessType: '有限责任公司',
  jointStockType: null,
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
  formerNames: [],
  legalRepresentative: buildRepresentative(),
  leadingOfficer: null,
  registeredCapital: { value: 500, unit: '万元', currency: 'CNY' },
  foundedOn: '2014-03-18',
  creditCode: '91990002MA0FCT021R',
  phones: ['0990-0000001'],
  email: null,
  website: null,
  region: '演示市',
  address: '演示市示例区澜山路 18 号',
  listings: [],
  sections: sectionKeys.map((key) => ({ key, counts: null, asOf: null })),
  risk: null,
  jobSeeker: { labourDisputes: null, insured: [], employees: [] },
  updateRequests: 0,
  provenance: { identity: buildProvenance() },
  licences: { demo: 'Apache-2.0' },
  updatedAt: '2026-11-18T00:00:00.000Z',
  viewCount: 3,
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
  id: 'c-1',
  isDemo: true,
  creditCode: '91990002MA0FCT021R',
  name: '澜山演示贸易有限公司',
  legalRepresentative: buildRepresentative(),
  leadingOfficer: null,
  status: '存续',
  statusRaw: '存续',
  rareFacts: [],
  foundedOn: '2014-03-18',
  registeredCapital: { value: 500, unit: '万元', currency: 'CNY' },
  paidInCapital: { value: 120, unit: '万元', currency: 'CNY' },
  organisationCode: 'MA0FCT02-1',
  registrationNumber: '990002000000001',
  taxNumber: '91990002MA0FCT021R',
  businessType: '有限责任公司（自然人投资或控股）',
  termFrom: '2014-03-18',
  termTo: null,
  taxpayerType: '小规模',
  staffSize: '50人以下',
  insuredCount: 8,
  insuredYear: 2025,
  approvedOn: '2024-01-02',
  region: '演示省演示市示例区',
  authority: '演示市示例区市场监督管理局',
  customsCode: null,
  industry: '批发业',
  industryCode: 'F51',
  nameEnglish: 'Lanshan Demo Trading Co., Ltd.',
  formerNames: [{ name: '澜山演示商贸有限公司', changedOn: '2018-05-06', sourceName: '演示企业登记系统' }],
  address: '演示市示例区澜山路 18 号',
  mailAddress: null,
  scope: '日用百货、五金交电销售。',
  ended: null,
  listings: [],
  formerShortNames: [],
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
