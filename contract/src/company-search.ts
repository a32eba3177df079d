import * as z from 'zod/mini'
import { companyStatuses, hitRangesSchema, matchReasonSchema, searchHitCodec } from './company-summary.ts'
import { pageOf, pagingQuery } from './envelope.ts'

/** Longest keyword that is searched, in characters after NFKC and trim. A longer one is cut, and the page says so. */
export const KEYWORD_LIMIT = 100
/** Most rows a suggestion answer holds. */
export const SUGGESTION_LIMIT = 10

export const capitalBandKeys = ['to100', '100to500', '500to1000', '1000to5000', 'from5000'] as const
/** Registered capital in 万元, converted to CNY where the currency is another: from (inclusive) to (exclusive). */
export const capitalBands = {
  to100: { label: '100 万以内', from: 0, to: 100 },
  '100to500': { label: '100–500 万', from: 100, to: 500 },
  '500to1000': { label: '500–1000 万', from: 500, to: 1000 },
  '1000to5000': { label: '1000–5000 万', from: 1000, to: 5000 },
  from5000: { label: '5000 万以上', from: 5000, to: Number.POSITIVE_INFINITY },
} as const
export type CapitalBand = (typeof capitalBandKeys)[number]

export const ageBandKeys = ['to1', '1to5', '5to10', '10to15', 'from15'] as const
/** Whole years since founding: from (inclusive) to (exclusive). */
export const ageBands = {
  to1: { label: '1 年内', from: 0, to: 1 },
  '1to5': { label: '1–5 年', from: 1, to: 5 },
  '5to10': { label: '5–10 年', from: 5, to: 10 },
  '10to15': { label: '10–15 年', from: 10, to: 15 },
  from15: { label: '15 年以上', from: 15, to: Number.POSITIVE_INFINITY },
} as const
export type AgeBand = (typeof ageBandKeys)[number]

export const listingFilterKeys = ['listed', 'unlisted'] as const
export const listingFilters = { listed: '上市', unlisted: '非上市' } as const
export type ListingFilter = (typeof listingFilterKeys)[number]

export const companyTypeKeys = [
  'limited',
  'jointStock',
  'stateOwned',
  'collective',
  'jointStockCooperative',
  'foreignInvested',
  'partnership',
  'soleProprietorship',
  'cooperative',
  'branch',
  'other',
] as const
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
export type CompanyType = (typeof companyTypeKeys)[number]

export const searchRangeKeys = ['name', 'formerName', 'legalRepresentative', 'scope', 'address', 'phone'] as const
/** 查询范围: the one kind of fact a keyword is looked for in; left out, all of them and codes too. */
export const searchRanges = {
  name: '企业名称',
  formerName: '曾用名',
  legalRepresentative: '法定代表人',
  scope: '经营范围',
  address: '地址',
  phone: '电话',
} as const
export type SearchRange = (typeof searchRangeKeys)[number]

export const searchSortKeys = [
  'relevance',
  'foundedNewest',
  'foundedOldest',
  'capitalHighest',
  'capitalLowest',
] as const
export const searchSorts = {
  relevance: '默认排序',
  foundedNewest: '成立日期从新到旧',
  foundedOldest: '成立日期从旧到新',
  capitalHighest: '注册资本从高到低',
  capitalLowest: '注册资本从低到高',
} as const
export type SearchSort = (typeof searchSortKeys)[number]

const keyword = z.string().check(z.maxLength(2000))

export const searchFilterShape = {
  /** GB/T 2260 code: two digits a province, four a city, six a county. */
  region: z.optional(z.string().check(z.regex(/^\d{2}(\d{2}){0,2}$/))),
  /** GB/T 4754: a section letter, or the two digits of a division. */
  industry: z.optional(z.string().check(z.regex(/^([A-T]|\d{2})$/))),
  status: z.optional(z.enum(companyStatuses)),
  capital: z.optional(z.enum(capitalBandKeys)),
  age: z.optional(z.enum(ageBandKeys)),
  listed: z.optional(z.enum(listingFilterKeys)),
  type: z.optional(z.enum(companyTypeKeys)),
  within: z.optional(z.enum(searchRangeKeys)),
}

export const searchQuerySchema = z.object({
  keyword,
  ...pagingQuery,
  ...searchFilterShape,
  sort: z._default(z.enum(searchSortKeys), 'relevance'),
  /** "1": search for exactly this, without answering for a corrected keyword. */
  exact: z.optional(z.literal('1')),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

export const searchAnswerSchema = z.extend(pageOf(searchHitCodec), {
  /** The keyword the rows answer, where it is not the one that was asked. */
  didYouMean: z.optional(z.string()),
  /** Too many companies match for the order to be exact: add a condition. */
  tooBroad: z.optional(z.boolean()),
  /** The index is being prepared: rows come from exact names, codes and prefixes only. */
  partial: z.optional(z.boolean()),
  /** The keyword was longer than the limit and was cut to this. */
  cutKeyword: z.optional(z.string()),
})
export type SearchAnswer = z.output<typeof searchAnswerSchema>

export const suggestQuerySchema = z.object({ keyword })

export const suggestionSchema = z.object({
  id: z.string(),
  name: z.string(),
  matchReason: matchReasonSchema,
  hitRanges: hitRangesSchema,
  status: z.nullable(z.enum(companyStatuses)),
  demo: z.boolean(),
})
export type Suggestion = z.infer<typeof suggestionSchema>

export const suggestAnswerSchema = z.object({ list: z.array(suggestionSchema), partial: z.optional(z.boolean()) })
export type SuggestAnswer = z.infer<typeof suggestAnswerSchema>

/** One node of a filter's choices; `children` of a region are its cities, of an industry section its divisions. */
const choice = z.object({
  code: z.string(),
  name: z.string(),
  children: z.array(z.object({ code: z.string(), name: z.string() })),
})
export const filterOptionsSchema = z.object({ regions: z.array(choice), industries: z.array(choice) })
export type FilterOptions = z.infer<typeof filterOptionsSchema>

/** What the store holds, for the honest empty answer. Demonstration companies are not counted. */
export const coverageSchema = z.object({
  companies: z.int(),
  sources: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** What it covers, in words for a reader, as in A 股上市公司. */
      scope: z.string(),
      url: z.nullable(z.string()),
      asOf: z.nullable(z.string()),
      companies: z.int(),
    }),
  ),
})
export type Coverage = z.infer<typeof coverageSchema>
