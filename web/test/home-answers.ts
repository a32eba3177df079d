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
  companies: 5580,
  groups: [
    {
      name: '上市公司',
      companies: 4930,
      asOf: '2026-06',
      isDemo: false,
      sources: [
        { name: '股票列表', url: 'https://list.example/' },
        { name: '公司概况', url: null },
      ],
    },
    {
      name: '民营 500 强',
      companies: 546,
      asOf: '2025-08',
      isDemo: false,
      sources: [{ name: '民营企业榜单', url: null }],
    },
    { name: '中央企业', companies: 104, asOf: null, isDemo: false, sources: [{ name: '央企名录', url: null }] },
    { name: '演示企业', companies: 60, asOf: null, isDemo: true, sources: [{ name: '演示数据', url: null }] },
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
  answer('coverage', { companies: 0, groups: [] })
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
