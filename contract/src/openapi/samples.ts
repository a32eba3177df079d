import type { BusinessInfo, CompanyDetail } from '../company-detail.ts'
import type { Suggestion } from '../company-search.ts'
import type { CompanySummary, MatchReason } from '../company-summary.ts'
import type { CompanyEvent } from '../follow.ts'
import type { ContactRow, ContactSource, LeadDetail } from '../leads.ts'
import type { DebtorRecord, PersonDetail } from '../people.ts'
import { sectionKeys } from '../records/kind-table.ts'

// Values that examples of several features and the builders of tests share. The company does not exist. What reads another
// value is a function: a bundle drops it only then.

export const at = '2026-11-20T08:00:00.000Z'
export const asOf = '2026-06-30'
/** Of a list with one row. */
export const onePage = { total: 1, totalCapped: false, page: 1, pageSize: 20 }
const name = '澜山演示贸易有限公司'
export const summary: CompanySummary = {
  id: 'c-example',
  name,
  logo: null,
  logoText: '澜山演示',
  briefName: '澜山演示贸易',
  status: '存续',
  businessType: '有限责任公司',
  jointStockType: null,
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
  foundedOn: '2014-03-18',
  creditCode: '91990002MA0FCT021R',
  isDemo: true,
  formerNames: [{ name: '澜山演示商贸有限公司', english: null, traditional: null }],
  legalRepresentative: '演示甲',
  legalRepresentativeYear: null,
  leadingOfficer: null,
  registeredCapital: { amount: 500, unit: '万元' },
  region: '演示省演示市',
  industry: '批发业',
  listing: null,
  listEntry: null,
}
export const matchReason: MatchReason = { field: 'name', text: name }
export const source = { sourceId: 'demo', sourceName: '演示数据', sourceUrl: null, asOf }
export const careers = [{ id: 'jobSeeker', name: '求职者' }]
export const industries = [{ id: 'software', name: '信息技术' }]

const registered = () => ({
  legalRepresentative: { name: '演示甲', title: '法定代表人', datedBy: null },
  leadingOfficer: null,
  registeredCapital: { value: 500, unit: '万元', currency: 'CNY' },
  address: '演示市示例区澜山路 18 号',
  listings: [],
  provenance: { identity: source, registration: source, people: source, capital: source },
})
const headOf = (row: CompanySummary) => {
  const { legalRepresentativeYear: _year, industry: _industry, listing: _listing, listEntry: _entry, ...head } = row
  return head
}
export const companyDetail = (): CompanyDetail => ({
  ...headOf(summary),
  ...registered(),
  formerNames: ['澜山演示商贸有限公司'],
  region: '演示市',
  phones: ['0990-0000001'],
  email: null,
  website: null,
  sections: sectionKeys.map((key) => ({ key, counts: { current: 1, disputed: 0, history: 0 }, asOf })),
  risk: { high: 1, medium: 0, notice: 2, asOf },
  jobSeeker: {
    labourDisputes: { judicialDocument: 0, courtAnnouncement: 0 },
    insured: [{ year: 2025, count: 8 }],
    employees: [],
  },
  updateRequests: 0,
  licences: { [source.sourceId]: '交易所依法公布的单项事实' },
  updatedAt: at,
  viewCount: 3,
})
export const businessInfo = (): BusinessInfo => ({
  ...registered(),
  id: summary.id,
  isDemo: true,
  creditCode: summary.creditCode,
  name: summary.name,
  status: '存续',
  statusRaw: '存续（在营、开业、在册）',
  foundedOn: summary.foundedOn,
  paidInCapital: { value: 120, unit: '万元', currency: 'CNY' },
  organisationCode: 'MA0FCT02-1',
  registrationNumber: '990002000000001',
  taxNumber: summary.creditCode,
  businessType: '有限责任公司（自然人投资或控股）',
  termFrom: summary.foundedOn,
  termTo: null,
  taxpayerType: '小规模',
  staffSize: '50人以下',
  insuredCount: 8,
  insuredYear: 2025,
  approvedOn: '2024-01-02',
  region: '演示省演示市示例区',
  authority: '演示市示例区市场监督管理局',
  customsCode: null,
  rareFacts: [],
  industry: '批发业',
  industryCode: 'F51',
  nameEnglish: 'Lanshan Demo Trading Co., Ltd.',
  formerNames: [{ name: '澜山演示商贸有限公司', changedOn: '2018-05-06', sourceName: '演示企业登记系统' }],
  mailAddress: null,
  scope: '日用百货、五金交电销售。',
  ended: null,
  formerShortNames: [],
})
export const suggestion = (): Suggestion => ({
  id: summary.id,
  name: summary.name,
  logo: null,
  logoText: summary.logoText,
  briefName: summary.briefName,
  region: summary.region,
  stockCode: null,
  matchReason,
  hitRanges: [[0, 2]],
  legalRepresentativeYear: null,
  status: '存续',
  demo: true,
})

export const companyEvent = (): CompanyEvent => ({
  seq: 1,
  companyId: summary.id,
  companyName: summary.name,
  isDemo: true,
  kind: 'executedPerson',
  change: 'added',
  text: '新增被执行人信息 1 条（立案 2026-11-02）',
  recordId: 'r-example',
  before: null,
  after: null,
  eventDate: '2026-11-02',
  importedOn: '2026-11-20',
  isLate: false,
  isUnread: true,
  source,
})

export const contactSource: ContactSource = {
  category: '年报',
  name: '2025 年度报告',
  year: 2025,
  date: '2026-03-28',
  url: null,
}
export const contactSummary = { mobileCount: 0, landlineCount: 1, emailCount: 0 }
export const landline = '0990-5550000'

export const contactRow = (): ContactRow => ({
  id: 'k-example',
  type: '固话',
  value: landline,
  contactName: '杨**',
  positions: ['销售'],
  sources: [contactSource],
  sourceCount: 1,
  state: '实号',
  labels: ['推荐'],
  sameNumberCount: 1,
  canListSameNumber: true,
  area: null,
  operator: null,
  updatedAt: '2026-03-28',
  canDial: false,
  dispute: null,
})
export const leadDetail = (): LeadDetail => ({
  company: summary,
  address: '演示东省演示市演示路 1 号',
  connected: true,
  asOf,
  contacts: [contactRow()],
  contactSummary,
  revealsLeft: 29,
  isRepeated: false,
  canDialMobiles: false,
  dialsLeft: 10,
})

export const debtorRecord = (): DebtorRecord => ({
  id: 'r-example',
  companyId: summary.id,
  caseNo: '（2026）演0101执1234号',
  court: '演示市示例区人民法院',
  province: '演示东省',
  filedDate: '2026-08-18',
  publishDate: '2026-10-28',
  performance: '全部未履行',
  conduct: '违反财产报告制度',
  isDisputed: false,
  removedAt: null,
  isDemo: true,
  source,
})
export const personDetail = (): PersonDetail => ({
  company: { id: summary.id, name: summary.name, isDemo: true },
  name: '演示丙',
  positions: [
    {
      kind: 'keyPerson',
      title: '董事长',
      rows: [{ label: '任职日期', value: '2020-01-02' }],
      isCurrent: true,
      source,
    },
  ],
  counts: {},
  records: [],
  otherCompanies: [],
  hasNamesakes: false,
})
