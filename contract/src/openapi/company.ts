import { type BusinessInfo, type CompanyDetail } from '../company-detail.ts'
import { type Suggestion } from '../company-search.ts'
import { sectionKeys } from '../records/kind-table.ts'
import { companyRoutes } from '../routes/company.ts'
import { type RouteDocs } from './route-docs.ts'
import { asOf, at, matchReason, source, summary } from './samples.ts'

const legalRepresentative = { name: '演示甲', title: '法定代表人', datedBy: null }
const capital = { value: 500, unit: '万元', currency: 'CNY' }
export const companyDetail: CompanyDetail = {
  id: summary.id,
  name: summary.name,
  logo: null,
  logoText: summary.logoText,
  briefName: summary.briefName,
  isDemo: true,
  status: '存续',
  businessType: '有限责任公司',
  jointStockType: null,
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
  formerNames: ['澜山演示商贸有限公司'],
  legalRepresentative,
  leadingOfficer: null,
  registeredCapital: capital,
  foundedOn: summary.foundedOn,
  region: '演示市',
  creditCode: summary.creditCode,
  phones: ['0990-0000001'],
  email: null,
  website: null,
  address: '演示市示例区澜山路 18 号',
  listings: [],
  sections: sectionKeys.map((key) => ({ key, counts: { current: 1, disputed: 0, history: 0 }, asOf })),
  risk: { high: 1, medium: 0, notice: 2, asOf },
  jobSeeker: {
    labourDisputes: { judicialDocument: 0, courtAnnouncement: 0 },
    insured: [{ year: 2025, count: 8 }],
    employees: [],
  },
  updateRequests: 0,
  provenance: { identity: source, registration: source, people: source, capital: source },
  licences: { [source.sourceId]: '交易所依法公布的单项事实' },
  updatedAt: at,
  viewCount: 3,
}
export const businessInfo: BusinessInfo = {
  id: summary.id,
  isDemo: true,
  creditCode: summary.creditCode,
  name: summary.name,
  legalRepresentative,
  leadingOfficer: null,
  status: '存续',
  statusRaw: '存续（在营、开业、在册）',
  foundedOn: summary.foundedOn,
  registeredCapital: capital,
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
  address: companyDetail.address,
  mailAddress: null,
  scope: '日用百货、五金交电销售。',
  ended: null,
  listings: [],
  formerShortNames: [],
  provenance: companyDetail.provenance,
}
export const suggestion: Suggestion = {
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
}

export const companyDocs: RouteDocs<typeof companyRoutes> = {
  companySearch: {
    summary: '搜索企业',
    example: { keyword: '比亚迪' },
    answer: {
      list: [{ ...summary, matchReason, hitRanges: [[0, 2]] }],
      total: 1,
      totalCapped: false,
      page: 1,
      pageSize: 20,
    },
  },
  companySuggest: {
    summary: '搜索联想；访客按名称前 3 条',
    example: { keyword: '比亚' },
    answer: {
      list: [suggestion],
    },
  },
  requestInclusion: {
    summary: '申请收录企业',
    example: { keyword: '演示科技' },
    answer: { requests: 3 },
  },
  filterOptions: {
    summary: '地区与行业选项',
    answer: {
      regions: [{ code: '99', name: '演示省', children: [{ code: '9900', name: '演示一市' }] }],
      industries: [{ code: 'F', name: '批发和零售业', children: [{ code: '51', name: '批发业' }] }],
    },
  },
  coverage: {
    summary: '已收录的数据',
    answer: {
      companies: 4930,
      groups: [{ name: '上市公司', companies: 4930, asOf, isDemo: false, sources: [{ name: '演示来源', url: null }] }],
    },
  },
  companyDetail: {
    summary: '企业详情',
    example: { id: 'c-example' },
    answer: companyDetail,
  },
  businessInfo: {
    summary: '工商信息',
    example: { id: 'c-example' },
    answer: businessInfo,
  },
}
