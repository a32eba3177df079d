import type { Captcha } from '@baiqicha/contract/account'
import type { Coverage } from '@baiqicha/contract/company-search'
import type { ContactConfig } from '@baiqicha/contract/content'
import type { Banner, HomeConfig, RecentListing } from '@baiqicha/contract/home'
import { buildCompany } from './company-builders.ts'
import { answer } from './server.ts'

export const buildHomeConfig = (overrides: Partial<HomeConfig> = {}): HomeConfig => ({
  noticeList: [
    { id: 'n-1', title: '公告一', content: '公告一的全文', type: 'info', link: null, startAt: null, endAt: null },
  ],
  bannerList: [],
  examples: [],
  jumpHosts: [],
  ...overrides,
})

export const latestCompanies = [
  buildCompany({ id: 'c-11', name: '云岚演示软件有限公司', foundedOn: '2026-11-19' }),
  buildCompany({ id: 'c-12', name: '晴川演示医疗器械有限公司', foundedOn: '2026-11-18' }),
]

export const buildListing = (overrides: Partial<RecentListing> = {}): RecentListing => ({
  id: 'c-41',
  name: '松原演示科技股份有限公司',
  logoText: '松原演示',
  shortName: '松原科技',
  code: '999001',
  exchange: '上海证券交易所',
  board: '科创板',
  listedOn: '2026-06-12',
  ...overrides,
})

export const buildCoverage = (overrides: Partial<Coverage> = {}): Coverage => ({
  companies: 4930,
  sources: [
    {
      id: 'report',
      name: '年度报告',
      scope: '上市公司',
      url: 'https://report.example/',
      asOf: '2026',
      companies: 4120,
    },
    { id: 'list', name: '股票列表', scope: 'A 股上市公司', url: null, asOf: '2026-06', companies: 4930 },
  ],
  ...overrides,
})

export const buildCaptcha = (overrides: Partial<Captcha> = {}): Captcha => ({
  captchaId: 'k-1',
  image: 'data:image/png;base64,',
  audio: null,
  expiresIn: 120,
  codesInTerminal: false,
  ...overrides,
})

export const buildContact = (overrides: Partial<ContactConfig> = {}): ContactConfig => ({
  servicePhone: null,
  serviceHours: null,
  email: null,
  wechatQr: null,
  complaintChannel: null,
  privacyOfficer: null,
  address: null,
  icp: null,
  ...overrides,
})

/** Mocks all requests of Home, 我的 and the login page with plain responses. */
export function answerHome() {
  answer('homeConfig', buildHomeConfig())
  answer('recentRegisterList', latestCompanies)
  answer('recentListingList', { asOf: null, list: [] })
  answer('coverage', { companies: 0, sources: [] })
  answer('recentBrowseList', [])
  answer('searchHistory', { viewHistoryList: [] })
  answer('historyCounts', { viewed: 0, searched: 0 })
  answer('captcha', buildCaptcha())
  answer('mineConfig', { noticeList: [], bannerList: [], jumpHosts: [] })
  answer('contactConfig', buildContact())
}

export const buildBanner = (overrides: Partial<Banner> = {}): Banner => ({
  id: 'b-1',
  url: '/banners/ask.svg',
  title: '横幅一',
  subtitle: '副题',
  jumpType: 2,
  jumpUrl: '',
  login: false,
  ...overrides,
})
