import { API_KEYS_PER_USER } from './api-keys.ts'
import { QUESTIONS_PER_DAY } from './assistant.ts'
import { BATCH_LISTS_PER_DAY, BATCH_ROWS, BATCH_ROWS_PER_DAY } from './batch.ts'
import { PAGE_LIMIT, PAGE_SIZE_LIMIT } from './envelope.ts'
import { FOLLOW_LIMITS } from './follow.ts'
import { SEARCH_HISTORY_LIMIT, VIEW_HISTORY_LIMIT } from './history.ts'
import {
  LEAD_EXPORT_ROWS,
  LEAD_EXPORTS_PER_DAY,
  type LeadFilter,
  leadFilterKeys,
  leadFilters,
  REVEALS_PER_DAY,
} from './leads.ts'
import { RELATIONS_PER_HOUR } from './ownership.ts'
import { COMPANY_REPORTS_PER_DAY } from './report.ts'
import { type Access, type RouteKey, routes } from './routes/index.ts'

/** Levels of users: visitor, signed in, member. Each includes the rights of the one before. */
export const userLevels = ['visitor', 'registered', 'vip'] as const
export type UserLevel = (typeof userLevels)[number]

/** Whether the level has the benefit, how many of it, or a short text. */
export type BenefitValue = boolean | number | string

export type Benefit = Readonly<{
  key: string
  name: string
  /** Unit of a number. */
  unit?: string
  /** Calls that the benefit consists of; none for a file. */
  routes: readonly RouteKey[]
  /** Filters of 找商机 that the benefit consists of. */
  filters?: readonly LeadFilter[]
  values: Readonly<Record<UserLevel, BenefitValue>>
}>

const forVisitors: Readonly<Record<Access, BenefitValue>> = {
  open: true,
  optional: true,
  allowance: '有次数限制',
  session: false,
}

type Members = { registered: BenefitValue; vip: BenefitValue }

/** Whether visitors have a benefit follows from the route table, so that the page and the server cannot differ. */
function benefit(
  key: string,
  name: string,
  calls: readonly [RouteKey, ...RouteKey[]],
  { unit, ...members }: Members & { unit?: string } = { registered: true, vip: true },
): Benefit {
  const values = { visitor: forVisitors[routes[calls[0]].access], ...members }
  return { key, name, ...(unit !== undefined && { unit }), routes: calls, values }
}

const forAll = (count: number, unit: string) => ({ registered: count, vip: count, unit })

/** Filters of 找商机 that users of this level and above have. */
function leadFilterBenefit(level: 'registered' | 'vip'): Benefit {
  const filters = leadFilterKeys.filter((key) => leadFilters[key].level === level)
  const name = `找商机筛选：${filters.map((key) => leadFilters[key].name).join('、')}`
  const values = { registered: level === 'registered', vip: true }
  return { ...benefit(`${level}LeadFilters`, name, ['leadSearch'], values), filters }
}

/**
 * Benefits of each level, as the members page shows them. Access comes from the route table and amounts from the limits
 * that the server enforces. A row is added with its feature. Facts about companies are never a benefit.
 */
export const benefits: readonly Benefit[] = [
  benefit('home', '首页与企业榜单', ['homeConfig', 'recentRegisterList', 'recentRegisterDetail']),
  benefit('company', '企业主页与工商信息', ['companyDetail', 'businessInfo']),
  benefit('search', '搜索企业', ['companySearch']),
  benefit('suggest', '搜索联想', ['companySuggest']),
  benefit('searchRows', '单次搜索结果数', ['companySearch'], forAll(PAGE_LIMIT * PAGE_SIZE_LIMIT, '条')),
  benefit(
    'searchHistory',
    '搜索历史',
    ['searchHistory', 'saveSearchHistory', 'deleteSearchHistory', 'deleteAllSearchHistory'],
    forAll(SEARCH_HISTORY_LIMIT, '条'),
  ),
  benefit(
    'viewHistory',
    '最近浏览',
    ['recentBrowseList', 'recentBrowseDetail', 'deleteViewHistory', 'deleteAllViewHistory'],
    forAll(VIEW_HISTORY_LIMIT, '家'),
  ),
  benefit(
    'follow',
    '关注企业与动态',
    ['followCompany', 'unfollowCompany', 'renameFollowGroup', 'markChangesSeen', 'followList', 'followChanges'],
    { ...FOLLOW_LIMITS, unit: '家' },
  ),
  // Setting an address needs a code by mail or an answer of its host.
  benefit('alerts', '每日简报与 Webhook', ['alertSettings', 'removeAlert']),
  benefit('apiKeys', 'API 密钥与 MCP', ['apiKeys'], forAll(API_KEYS_PER_USER, '个')),
  benefit('relation', '找关系', ['relationPaths'], { ...RELATIONS_PER_HOUR, unit: '次/小时' }),
  {
    key: 'companyReports',
    name: '企业信息报告（PDF）',
    unit: '份/日',
    routes: [],
    values: { visitor: false, registered: false, vip: COMPANY_REPORTS_PER_DAY },
  },
  leadFilterBenefit('registered'),
  leadFilterBenefit('vip'),
  benefit('leadReveals', '查看企业联系方式', ['leadDetail'], forAll(REVEALS_PER_DAY, '家/日')),
  {
    key: 'leadExports',
    name: `导出固话与企业邮箱（每次 ${LEAD_EXPORT_ROWS} 行）`,
    unit: '次/日',
    routes: [],
    values: { visitor: false, registered: false, vip: LEAD_EXPORTS_PER_DAY },
  },
  {
    key: 'assistantQuestions',
    name: '百言提问',
    unit: '次/日',
    routes: [],
    values: { visitor: false, ...QUESTIONS_PER_DAY },
  },
  {
    key: 'batchRows',
    name: `批量查询（会员每日 ${BATCH_LISTS_PER_DAY} 份名单，可下载 CSV 与 XLSX）`,
    unit: '行/日',
    routes: [],
    values: { visitor: false, registered: BATCH_ROWS_PER_DAY, vip: BATCH_ROWS * BATCH_LISTS_PER_DAY },
  },
]
