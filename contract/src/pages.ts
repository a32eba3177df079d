import { kindTable, type RecordKindKey, recordKindKeys } from './records/kind-table.ts'

/** Pathname of the list of a kind (SPEC §2). */
export const listPathname = (key: RecordKindKey) => `/${kindTable[key].group}/${kindTable[key].path}`
/** Pathname of the detail page of a kind. */
export const detailPathname = (key: RecordKindKey) => `/${kindTable[key].group}/${key}Detail`

/**
 * Titles of the pages by path (SPEC §2, 官方核查, 企业对比 and the cases), but for those of the record kinds. Paths are addresses: they keep the spelling of the
 * specification.
 */
const plainPages = {
  '/home': '首页',
  '/tools': '工具',
  '/user': '我的',
  '/companyList': '企业榜单详情页',
  '/login': '登录',
  '/search': '搜索',
  '/search/result': '搜索结果',
  '/company/detail': '企业详情',
  '/company/check': '官方核查',
  '/compare': '企业对比',
  '/company/cases': '法律风险',
  '/relation': '找关系',
  '/batch': '批量查询',
  '/ai': '百企查百言',
  '/ai/detail': '百企查百言',
  '/user/members': '会员中心',
  '/user/follow': '我的关注',
  '/user/report': '报告',
  '/riskSearch': '查风险',
  '/riskList': '查风险',
  '/phoneSearch': '找商机',
  '/phoneList': '找商机',
  '/phoneDetail': '联系方式',
  '/peopleSearch': '失信被执行人',
  '/peopleList': '失信被执行人',
  '/user/feedback': '帮助与反馈',
  '/user/agreement': '用户协议',
  '/user/user_protocol': '用户协议',
  '/user/privacy_policy': '隐私政策',
  '/user/info': '信息管理',
  '/user/about': '关于我们',
  '/user/contact': '联系我们',
  '/user/setting': '账号设置',
  '/user/logout': '注销账户',
  '/user/resetPassword': '登录密码重置',
  '/user/membersIntroduction': '会员介绍',
  '/overview/businessInfo': '工商信息',
  '/overview/person': '人员详情',
}

export type PlainPagePath = keyof typeof plainPages

/** Pages of a kind of record: its list, and one record. A kind that the company page shows on a card has no list page. */
const recordPages = (key: RecordKindKey): [path: string, title: string][] => {
  const { title, listedOn, hasDetail } = kindTable[key]
  return [
    ...(listedOn === 'page' ? [[listPathname(key), title] satisfies [string, string]] : []),
    ...(hasDetail ? [[detailPathname(key), `${title}详情`] satisfies [string, string]] : []),
  ]
}

/** Title of every page of the app by its path, without query. */
export const pageTitles: ReadonlyMap<string, string> = new Map([
  ...Object.entries(plainPages),
  ...recordKindKeys.flatMap(recordPages),
])
