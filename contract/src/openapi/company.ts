import { type BusinessInfo, type CompanyDetail } from '../company-detail.ts'
import { sectionKeys } from '../records/kind-table.ts'
import { companyRoutes } from '../routes/company.ts'
import { type RouteDocs } from './route-docs.ts'
import { asOf, at, matchReason, source, summary } from './samples.ts'

const legalRepresentative = { name: '演示甲', title: '法定代表人', datedBy: null }
const capital = { value: 1000, unit: '万元', currency: 'CNY' }
const detail: CompanyDetail = {
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
  foundedOn: '2020-01-02',
  region: '演示市',
  creditCode: summary.creditCode,
  phones: ['138****0000'],
  email: null,
  website: null,
  address: '演示省演示一市演示路 1 号',
  listings: [],
  sections: sectionKeys.map((key) => ({ key, counts: { current: 1, disputed: 0, history: 0 }, asOf })),
  risk: { high: 1, medium: 0, notice: 2, asOf },
  jobSeeker: {
    labourDisputes: { judicialDocument: 0, courtAnnouncement: 0 },
    insured: [{ year: 2025, count: 42 }],
    employees: [],
  },
  updateRequests: 0,
  provenance: { identity: source, registration: source, people: source, capital: source },
  licences: { [source.sourceId]: '交易所依法公布的单项事实' },
  updatedAt: at,
  viewCount: 12,
}
const businessInfo: BusinessInfo = {
  id: summary.id,
  isDemo: true,
  creditCode: summary.creditCode,
  name: summary.name,
  legalRepresentative,
  leadingOfficer: null,
  status: '存续',
  statusRaw: '存续（在营、开业、在册）',
  foundedOn: '2020-01-02',
  registeredCapital: capital,
  paidInCapital: null,
  organisationCode: 'MA0TE5T1-6',
  registrationNumber: null,
  taxNumber: summary.creditCode,
  businessType: '有限责任公司',
  termFrom: '2020-01-02',
  termTo: null,
  taxpayerType: null,
  staffSize: null,
  insuredCount: null,
  insuredYear: null,
  approvedOn: '2020-01-02',
  region: '演示省演示一市',
  authority: null,
  customsCode: null,
  rareFacts: [],
  industry: '批发业',
  industryCode: 'F51',
  nameEnglish: null,
  formerNames: [{ name: '澜山演示商贸有限公司', changedOn: '2021-03-04' }],
  address: detail.address,
  mailAddress: null,
  scope: '演示用品销售',
  ended: null,
  listings: [],
  formerShortNames: [],
  provenance: detail.provenance,
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
    summary: '搜索联想',
    example: { keyword: '比亚' },
    answer: {
      list: [
        {
          id: summary.id,
          name: summary.name,
          matchReason,
          hitRanges: [[0, 2]],
          legalRepresentativeYear: null,
          status: '存续',
          demo: true,
        },
      ],
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
    answer: detail,
  },
  businessInfo: {
    summary: '工商信息',
    example: { id: 'c-example' },
    answer: businessInfo,
  },
}
