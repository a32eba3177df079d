import { keysOf } from './keys-of.ts'
import { businessRiskKeys, legalRiskKeys } from './records/kind-table.ts'

// Vocabulary of search requests. This file imports no schema, so that search threads load little.

/** Totals are exact up to this number. */
export const TOTAL_LIMIT = 1000
/** Suggestions to a visitor at most, found by the names of a company alone. */
export const VISITOR_SUGGESTIONS = 3
/** Maximum number of suggestions. */
export const SUGGESTION_LIMIT = 10

/** Registered capital in 万元, converted to CNY where the currency is another: from (inclusive) to (exclusive). */
export const capitalBands = {
  to100: { label: '100 万以内', from: 0, to: 100 },
  '100to500': { label: '100–500 万', from: 100, to: 500 },
  '500to1000': { label: '500–1000 万', from: 500, to: 1000 },
  '1000to5000': { label: '1000–5000 万', from: 1000, to: 5000 },
  from5000: { label: '5000 万以上', from: 5000, to: Number.POSITIVE_INFINITY },
} as const
export type CapitalBand = keyof typeof capitalBands
export const capitalBandKeys = keysOf(capitalBands)

/** Whole years since founding: from (inclusive) to (exclusive). */
export const ageBands = {
  to1: { label: '1 年内', from: 0, to: 1 },
  '1to5': { label: '1–5 年', from: 1, to: 5 },
  '5to10': { label: '5–10 年', from: 5, to: 10 },
  '10to15': { label: '10–15 年', from: 10, to: 15 },
  from15: { label: '15 年以上', from: 15, to: Number.POSITIVE_INFINITY },
} as const
export type AgeBand = keyof typeof ageBands
export const ageBandKeys = keysOf(ageBands)

export const listingFilters = { listed: '上市', unlisted: '非上市' } as const
export type ListingFilter = keyof typeof listingFilters
export const listingFilterKeys = keysOf(listingFilters)

export const companyTypes = {
  limited: '有限责任公司',
  jointStock: '股份有限公司',
  stateOwned: '国有企业',
  collective: '集体企业',
  jointStockCooperative: '股份合作企业',
  foreignInvested: '外资及港澳台',
  partnership: '合伙企业',
  soleProprietorship: '个人独资企业',
  cooperative: '农民专业合作社',
  branch: '分支机构',
  other: '其他',
} as const
export type CompanyType = keyof typeof companyTypes
export const companyTypeKeys = keysOf(companyTypes)

/** 查询范围: kind of fact in which the keyword is searched; absent: all of them, and codes. */
export const searchRanges = {
  name: '企业名称',
  formerName: '曾用名',
  legalRepresentative: '法定代表人',
  member: '股东高管',
  scope: '经营范围',
  address: '地址',
  phone: '电话',
} as const
export type SearchRange = keyof typeof searchRanges
export const searchRangeKeys = keysOf(searchRanges)

export const searchSorts = {
  relevance: '默认排序',
  foundedNewest: '成立日期从新到旧',
  foundedOldest: '成立日期从旧到新',
  capitalHighest: '注册资本从高到低',
  capitalLowest: '注册资本从低到高',
} as const
export type SearchSort = keyof typeof searchSorts
export const searchSortKeys = keysOf(searchSorts)

/** Companies with a current record of the kind; `none`: all four kinds of the filter were searched and none was found. */
export const riskFilterKeys = [...legalRiskKeys, ...businessRiskKeys, 'none'] as const
export type RiskFilter = (typeof riskFilterKeys)[number]
/** Options of the filter 风险 in company search. */
export const riskFilters = {
  dishonestExecutor: '有失信',
  executedPerson: '有被执行',
  consumptionRestriction: '有限高',
  businessRisk: '有经营异常',
  none: '未查询到风险',
} as const satisfies Partial<Record<RiskFilter, string>>

/** Companies that publish a contact of this type today. */
export const contactFilters = { mobile: '有手机', landline: '有固话', email: '有邮箱' } as const
export type ContactFilter = keyof typeof contactFilters
export const contactFilterKeys = keysOf(contactFilters)

/** Employees of the newest year that is known: from (inclusive) to (exclusive). */
export const staffBands = {
  to50: { label: '50 人以下', from: 0, to: 50 },
  '50to100': { label: '50–99 人', from: 50, to: 100 },
  '100to500': { label: '100–499 人', from: 100, to: 500 },
  from500: { label: '500 人以上', from: 500, to: Number.POSITIVE_INFINITY },
} as const
export type StaffBand = keyof typeof staffBands
export const staffBandKeys = keysOf(staffBands)

/** Default status filter of 找商机: 存续 and companies whose status no source states. */
export const DEFAULT_LEAD_STATUS = 'active'
export const DEFAULT_LEAD_STATUS_LABEL = '存续（含未收录）'
