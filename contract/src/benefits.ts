import { PAGE_LIMIT, PAGE_SIZE_LIMIT } from './envelope.ts'
import { SEARCH_HISTORY_LIMIT, VIEW_HISTORY_LIMIT } from './history.ts'
import { type Access, type RouteKey, routes } from './routes/index.ts'

/** What somebody is to the app: not signed in, signed in, signed in and a member. Each gets what the one before gets. */
export const userLevels = ['visitor', 'registered', 'vip'] as const
export type UserLevel = (typeof userLevels)[number]

/** Nothing or all of it, so many of it, or as a few words say. */
export type BenefitValue = boolean | number | string

export type Benefit = Readonly<{
  key: string
  name: string
  /** What a number counts. */
  unit?: string
  /** The calls it is made of. */
  routes: readonly RouteKey[]
  values: Readonly<Record<UserLevel, BenefitValue>>
}>

const forVisitors: Readonly<Record<Access, BenefitValue>> = {
  open: true,
  optional: true,
  allowance: '有次数限制',
  session: false,
}

type Members = { registered: BenefitValue; vip: BenefitValue }

/** What visitors get is not said here but is what the route table lets them: what is printed cannot differ from what is done. */
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

/**
 * What each level may do. The members page prints these rows, and the server does nothing else: who may call comes from
 * the route table, how much from the very limits that the server keeps to. A row appears once its feature exists, and no
 * fact about a company is ever one that has to be paid for.
 */
export const benefits: readonly Benefit[] = [
  benefit('home', '首页与企业榜单', ['homeConfig', 'recentRegisterList', 'recentRegisterDetail']),
  benefit('company', '企业主页与工商信息', ['companyDetail', 'businessInfo']),
  benefit('search', '搜索企业与搜索联想', ['companySearch', 'companySuggest']),
  benefit('searchRows', '每次搜索可看结果', ['companySearch'], forAll(PAGE_LIMIT * PAGE_SIZE_LIMIT, '条')),
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
]
