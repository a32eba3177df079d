import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { detailPathname, listPathname } from '../../domain/record/record-paths.ts'

/** A page of the app (SPEC §2). Paths are addresses: they keep the spelling of the specification. */
export type Page = {
  /** Key of the page in the cached views and in the saved route. */
  name: string
  path: string
  title: string
  /** Keeps its state while another page shows. */
  keepAlive?: true
  /** Never keeps its state; overrides `keepAlive`. */
  noCache?: true
  /** Entry of the tab bar that is marked; absent: the page has no tab bar. */
  tab?: 'home' | 'user'
}

type PageOptions = Omit<Page, 'name' | 'path' | 'title'>

/** A page named after its path: /legalRisk/executedPerson is legalRiskExecutedPerson. */
const pageAt = (path: string, title: string, options: PageOptions = {}): Page => ({
  name: path.slice(1).replace(/\/(.)/g, (_match, letter: string) => letter.toUpperCase()),
  path,
  title,
  ...options,
})

/** Pages other than those of the kinds of record. */
const plainPages: readonly Page[] = [
  pageAt('/home', '首页', { keepAlive: true, tab: 'home' }),
  pageAt('/tools', '工具', { tab: 'user' }),
  pageAt('/user', '我的', { noCache: true, tab: 'user' }),
  pageAt('/companyList', '企业榜单详情页', { noCache: true }),
  pageAt('/login', '登录', { noCache: true }),
  pageAt('/search', '搜索', { keepAlive: true }),
  pageAt('/search/result', '搜索结果', { keepAlive: true }),
  pageAt('/company/detail', '企业详情'),
  pageAt('/ai', '百企查百言'),
  pageAt('/ai/detail', '百企查百言'),
  pageAt('/user/members', '会员中心'),
  pageAt('/user/follow', '我的关注'),
  pageAt('/riskSearch', '查风险'),
  pageAt('/riskList', '查风险'),
  pageAt('/phoneSearch', '找商机'),
  pageAt('/phoneList', '找商机'),
  pageAt('/phoneDetail', '联系方式'),
  pageAt('/peopleSearch', '失信被执行人', { noCache: true }),
  pageAt('/peopleList', '失信被执行人', { noCache: true }),
  pageAt('/user/feedback', '帮助与反馈'),
  pageAt('/user/agreement', '用户协议'),
  pageAt('/user/user_protocol', '用户协议'),
  pageAt('/user/privacy_policy', '隐私政策'),
  pageAt('/user/info', '信息管理'),
  pageAt('/user/about', '关于我们'),
  pageAt('/user/contact', '联系我们'),
  pageAt('/user/setting', '账号设置'),
  pageAt('/user/logout', '注销账户'),
  pageAt('/user/resetPassword', '登录密码重置'),
  pageAt('/user/membersIntroduction', '会员介绍'),
  pageAt('/overview/businessInfo', '工商信息'),
  pageAt('/overview/person', '人员详情', { noCache: true }),
]

/** Pages of a kind of record: its list, and one record. A kind that the company page shows on a card has no list page. */
const recordPages = (key: RecordKindKey): Page[] => {
  const { title, listedOn, hasDetail } = kindTable[key]
  return [
    ...(listedOn === 'page' ? [pageAt(listPathname(key), title)] : []),
    ...(hasDetail ? [pageAt(detailPathname(key), `${title}详情`)] : []),
  ]
}

export const pages: readonly Page[] = [...plainPages, ...recordKindKeys.flatMap(recordPages)]

export const HOME_PATH = '/home'
export const LOGIN_PATH = '/login'

/** Returns the page of a path without query; undefined: there is none. */
export const findPage = (path: string) => pages.find((page) => page.path === path)

/** Like `findPage`, but ignores case and slashes at the end: people type addresses. */
export function matchPage(path: string): Page | undefined {
  const typed = path.toLowerCase().replace(/\/+$/, '')
  return pages.find((page) => page.path.toLowerCase() === typed)
}
