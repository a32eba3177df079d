import type { UserDetail } from './account.ts'
import type { BusinessInfo, CompanyDetail } from './company-detail.ts'
import { sectionKeys } from './company-detail.ts'
import type { CompanySummary, MatchReason } from './company-summary.ts'
import type { CorrectionStatus } from './correction.ts'
import { mapKeys } from './map-keys.ts'
import { exampleDetail, exampleList } from './records/example.ts'
import { recordKinds } from './records/kinds.ts'
import { recordKindKeys } from './records/kind-table.ts'
import { detailKindKeys } from './routes/record.ts'
import type { RouteKey, RouteOutput } from './routes.ts'

/** What each call may answer, told of a company that does not exist. Shown in the OpenAPI document. */

const at = '2026-11-20T08:00:00.000Z'
const asOf = '2026-06-30'

const summary: CompanySummary = {
  id: 'c-example',
  name: '澜山演示贸易有限公司',
  logo: null,
  status: '存续',
  formerNames: [{ name: '澜山演示商贸有限公司', english: null, traditional: null }],
  businessType: '有限责任公司',
  jointStockType: null,
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
  legalRepresentative: '演示甲',
  registeredCapital: { amount: 1000, unit: '万元' },
  foundedOn: '2020-01-02',
  creditCode: '91990001MA0TE5T16H',
  region: '演示省演示一市',
  industry: '批发业',
  listing: null,
  isDemo: true,
}
const viewed = { ...summary, viewedAt: at }
const matchReason: MatchReason = { field: 'name', text: summary.name }
const source = { sourceId: 'demo', sourceName: '演示数据', sourceUrl: null, asOf }
const legalRepresentative = { name: '演示甲', title: '法定代表人', datedBy: null }
const capital = { value: 1000, unit: '万元', currency: 'CNY' }

const detail: CompanyDetail = {
  id: summary.id,
  name: summary.name,
  logo: null,
  isDemo: true,
  status: '存续',
  businessType: '有限责任公司',
  jointStockType: null,
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
  formerNames: ['澜山演示商贸有限公司'],
  legalRepresentative,
  registeredCapital: capital,
  foundedOn: '2020-01-02',
  creditCode: summary.creditCode,
  phones: ['138****0000'],
  email: null,
  website: null,
  address: '演示省演示一市演示路 1 号',
  listings: [],
  sections: sectionKeys.map((key) => ({ key, counts: { current: 1, disputed: 0, history: 0 }, asOf })),
  risk: { high: 1, medium: 0, notice: 2, asOf },
  jobSeeker: { labourDisputes: { judicialDocument: 0, courtAnnouncement: 0 }, insured: [{ year: 2025, count: 42 }] },
  updateRequests: 0,
  provenance: { identity: source, registration: source, people: source, capital: source },
  updatedAt: at,
  viewCount: 12,
}

const businessInfo: BusinessInfo = {
  id: summary.id,
  isDemo: true,
  creditCode: summary.creditCode,
  name: summary.name,
  legalRepresentative,
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

const careers = [{ id: 'jobSeeker', name: '求职者' }]
const industries = [{ id: 'software', name: '信息技术' }]
const userDetail: UserDetail = {
  userId: 'u-example',
  phoneMasked: '138****0000',
  nickname: '澜山',
  isVip: true,
  vipExpireAt: '2028-11-20T15:59:59.000Z',
  vipSource: '赠送',
  canClaimGift: false,
  careerList: careers,
  industryList: industries,
  registeredAt: at,
  loginMethods: ['sms', 'password'],
  agreementVersion: '2026-11-22',
  eraseAt: null,
  loginSource: null,
}
const login = { token: 'example-token', isFirstLogin: true, userDetail }
const onePage = { total: 1, totalCapped: false, page: 1, pageSize: 20 }
const correction: CorrectionStatus = {
  number: 'JC20261120-7K3M9Q2T',
  state: '已受理',
  title: '（2026）演0101执1234号',
  companyName: summary.name,
  reason: '不是同一人（企业）',
  submittedAt: at,
  dueAt: '2026-12-10T08:00:00.000Z',
  steps: [{ at, label: '已受理', note: null }],
  result: null,
  note: null,
}
const agreement = {
  type: 'user_protocol' as const,
  title: '百企查用户协议',
  version: '2026-11-22',
  effectiveDate: '2026-11-22',
  changeSummary: null,
}

export const answerExamples: { [K in RouteKey]: RouteOutput<K> } = {
  homeConfig: {
    noticeList: [
      {
        id: 'n-example',
        title: '每条信息都写明来源与日期',
        content: '未收录不代表不存在。',
        type: 'info',
        link: null,
        startAt: null,
        endAt: null,
      },
    ],
    bannerList: [
      {
        id: 'b-example',
        url: '/banners/search.svg',
        title: '拼音、简称、代码都能搜',
        subtitle: '试试搜索：比亚迪',
        jumpType: 0,
        jumpUrl: '比亚迪',
        login: false,
      },
    ],
  },
  recentRegisterList: [summary],
  recentRegisterDetail: [summary],
  recentBrowseList: [viewed],
  recentBrowseDetail: [viewed],
  searchHistory: { viewHistoryList: [{ id: 's-example', companyName: '比亚迪', searchedAt: at }] },
  saveSearchHistory: null,
  deleteViewHistory: null,
  deleteSearchHistory: null,
  deleteAllViewHistory: null,
  deleteAllSearchHistory: null,
  userDetail,
  captcha: {
    captchaId: 'k-example',
    image: 'data:image/png;base64,iVBORw0KGgo=',
    audio: null,
    expiresIn: 120,
    codesInTerminal: true,
  },
  sendSmsCode: null,
  loginBySmsCode: login,
  register: login,
  loginByPassword: login,
  resetPassword: null,
  deactivate: null,
  revokeDeactivation: null,
  devices: {
    list: [{ id: 'd-example', deviceType: 'ios', signedInAt: at, lastUsedAt: at, loginSource: null, isCurrent: true }],
  },
  signOutDevice: null,
  signOutOtherDevices: { signedOut: 2 },
  externalTicket: { token: 'example-ticket', expiresIn: 300 },
  saveNickname: null,
  agree: null,
  careerIndustryList: { careerList: careers, industryList: industries, careerLimit: 3, industryLimit: 3 },
  saveIndustryCareer: { vipExpireAt: '2028-11-20T15:59:59.000Z', isNew: true },
  saveCareer: null,
  saveIndustry: null,
  agreementList: { agreementVersion: '2026-11-22', list: [agreement] },
  agreement: {
    ...agreement,
    preface: [{ kind: 'paragraph', text: '欢迎使用百企查。' }],
    content: [{ heading: '一、服务内容', blocks: [{ kind: 'item', text: '查询企业公开信息。' }] }],
  },
  logout: null,
  companySearch: {
    list: [{ ...summary, matchReason, hitRanges: [[0, 2]] }],
    total: 1,
    totalCapped: false,
    page: 1,
    pageSize: 20,
  },
  companySuggest: {
    list: [{ id: summary.id, name: summary.name, matchReason, hitRanges: [[0, 2]], status: '存续', demo: true }],
  },
  filterOptions: {
    regions: [{ code: '99', name: '演示省', children: [{ code: '9900', name: '演示一市' }] }],
    industries: [{ code: 'F', name: '批发和零售业', children: [{ code: '51', name: '批发业' }] }],
  },
  coverage: {
    companies: 4930,
    sources: [{ id: 'example', name: '演示来源', scope: 'A 股上市公司', url: null, asOf, companies: 4930 }],
  },
  companyDetail: detail,
  businessInfo,
  ...mapKeys(recordKindKeys, 'List', (key) => exampleList(recordKinds[key])),
  ...mapKeys(detailKindKeys, 'Detail', (key) => exampleDetail(recordKinds[key])),
  latestRecord: {
    recordKind: 'dishonestExecutor',
    id: 'r-example',
    title: '（2026）演0101执1234号',
    publishedAt: '2026-03-18',
    lines: [{ label: '履行情况', value: '全部未履行', tone: 'red' }],
    source,
  },
  riskSearch: {
    list: [
      {
        ...summary,
        matchReason,
        hitRanges: [[0, 2]],
        riskCounts: { dishonestExecutor: { current: 1, disputed: 0, history: 3 } },
        maxSeverity: '高',
        asOf,
      },
    ],
    ...onePage,
  },
  correctionSubject: {
    companyId: summary.id,
    companyName: summary.name,
    isDemo: true,
    recordKind: 'dishonestExecutor',
    recordId: 'r-example',
    title: '（2026）演0101执1234号',
    lines: [{ label: '执行法院', value: '演示市示例区人民法院' }],
    authority: { name: '中国执行信息公开网', url: 'https://zxgk.court.gov.cn/' },
  },
  proveContact: { contactToken: 'example-of-a-contact-token', mobileMasked: '138****0000', expiresAt: at },
  submitCorrection: { number: 'JC20261120-7K3M9Q2T', dueAt: '2026-12-10T08:00:00.000Z', effect: 'marked' },
  correctionStatus: correction,
  correctionList: [correction],
  requestUpdate: { updateRequests: 3 },
}
