/**
 * All pages (SPEC §2): path, name as page key, title, and treatment by the shell. Paths are spelled as in the
 * specification.
 */
export type Page = {
  name: string
  path: string
  title: string
  /** Stays mounted while another page shows. */
  keepAlive?: true
  /** Never cached; takes precedence over `keepAlive`. */
  noCache?: true
  /** Tab that is selected on this page; the page shows the tab bar. */
  tab?: 'home' | 'user'
}

const main: Page[] = [
  { name: 'home', path: '/home', title: '首页', keepAlive: true, tab: 'home' },
  { name: 'tools', path: '/tools', title: '工具', tab: 'user' },
  { name: 'user', path: '/user', title: '我的', noCache: true, tab: 'user' },
]

const topLevel: Page[] = [
  { name: 'companyList', path: '/companyList', title: '企业榜单详情页', noCache: true },
  { name: 'login', path: '/login', title: '登录', noCache: true },
  { name: 'search', path: '/search', title: '搜索', keepAlive: true },
  { name: 'searchResult', path: '/search/result', title: '搜索结果', keepAlive: true },
  { name: 'companyDetail', path: '/company/detail', title: '企业详情' },
  { name: 'ai', path: '/ai', title: '百企查百言' },
  { name: 'aiDetail', path: '/ai/detail', title: '百企查百言' },
  { name: 'userMembers', path: '/user/members', title: '会员中心' },
  { name: 'riskSearch', path: '/riskSearch', title: '查风险' },
  { name: 'riskList', path: '/riskList', title: '查风险' },
  { name: 'phoneSearch', path: '/phoneSearch', title: '找商机' },
  { name: 'phoneList', path: '/phoneList', title: '找商机' },
  { name: 'phoneDetail', path: '/phoneDetail', title: '联系方式' },
  { name: 'peopleSearch', path: '/peopleSearch', title: '失信被执行人' },
  { name: 'peopleList', path: '/peopleList', title: '失信被执行人' },
]

const under = (parent: string, titles: Readonly<Record<string, string>>): Page[] =>
  Object.entries(titles).map(([word, title]) => ({
    name: parent + word.charAt(0).toUpperCase() + word.slice(1),
    path: `/${parent}/${word}`,
    title,
  }))

const user = under('user', {
  feedback: '帮助与反馈',
  agreement: '用户协议',
  user_protocol: '用户协议',
  privacy_policy: '隐私政策',
  info: '信息管理',
  about: '关于我们',
  contact: '联系我们',
  setting: '账号设置',
  logout: '注销账户',
  resetPassword: '登录密码重置',
  membersIntroduction: '会员介绍',
})

const legalRisk = under('legalRisk', {
  dishonestExecutor: '失信被执行人',
  dishonestExecutorDetail: '失信被执行人详情',
  executedPerson: '被执行人',
  executedPersonDetail: '被执行人详情',
  consumptionRestriction: '限制高消费',
  courtAnnouncement: '开庭公告',
  courtAnnouncementDetail: '开庭公告详情',
  enterpriseCourtAnnouncement: '法院公告',
  enterpriseCourtAnnouncementDetail: '法院公告详情',
  judicialDocument: '裁判文书',
  judicialDocumentDetail: '裁判文书详情',
})

const businessRisk = under('businessRisk', {
  businessRiskList: '经营异常',
  punishmentList: '行政处罚',
  punishmentDetail: '行政处罚详情',
  taxViolationList: '税收违法',
  taxViolationDetail: '税收违法详情',
  seriousViolationList: '严重违法',
  equityPledgeList: '股权出质',
  equityPledgeDetail: '股权出质详情',
})

const overview = under('overview', {
  businessInfo: '工商信息',
  shareholderInfo: '股东信息',
  overseasInvest: '对外投资',
  changeRecord: '变更记录',
})

export const pages: readonly Page[] = [...main, ...topLevel, ...user, ...legalRisk, ...businessRisk, ...overview]

export const HOME_PATH = '/home'
export const LOGIN_PATH = '/login'

/** Page of a pathname, or undefined. */
export const findPage = (path: string) => pages.find((page) => page.path === path)

/** `findPage` for typed URLs: ignores case and a trailing slash. */
export function matchPage(path: string): Page | undefined {
  const typed = path.toLowerCase().replace(/\/+$/, '')
  return pages.find((page) => page.path.toLowerCase() === typed)
}
