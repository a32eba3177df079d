import * as z from 'zod/mini'
import { companyStatuses } from './company-status.ts'
import { hitRangesSchema, matchReasonSchema, searchHitCodec } from './company-summary.ts'
import { pageOf, pagingQuery } from './envelope.ts'
import { KEYWORD_LIMIT } from './keyword-limit.ts'
import {
  ageBandKeys,
  capitalBandKeys,
  companyTypeKeys,
  listingFilterKeys,
  riskFilterKeys,
  searchRangeKeys,
  searchSortKeys,
} from './search-vocabulary.ts'

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
  risk: z.optional(z.enum(riskFilterKeys)),
}

/** Input of every search over companies. */
export const searchQueryShape = { keyword, ...pagingQuery }

export const searchQuerySchema = z.object({
  ...searchQueryShape,
  ...searchFilterShape,
  sort: z._default(z.enum(searchSortKeys), 'relevance'),
  /** "1": search for exactly this keyword, without typo correction. */
  exact: z.optional(z.literal('1')),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

/** Remarks on an answer. */
export const searchMarks = {
  /** Corrected keyword of the rows; absent when it equals the request's. */
  didYouMean: z.optional(z.string()),
  /** Set when the request's keyword may be the name of a company that is not here: rows have names near it. */
  isOtherName: z.optional(z.boolean()),
  /** Part of the keyword that the rows match: a code in it, or the name without the words around it. */
  usedKeyword: z.optional(z.string()),
  /** Set when too many companies match for an exact order. */
  tooBroad: z.optional(z.boolean()),
  /** Set while the index is being prepared: rows match by exact name, code or prefix only. */
  partial: z.optional(z.boolean()),
  /** Keyword after it was cut to the limit; absent when it was short enough. */
  cutKeyword: z.optional(z.string()),
}

export const searchAnswerSchema = z.extend(pageOf(searchHitCodec), searchMarks)
export type SearchAnswer = z.output<typeof searchAnswerSchema>

export const suggestQuerySchema = z.object({ keyword })

const suggestionSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** As in the company list item. */
  logo: z.nullable(z.string()),
  logoText: z.string(),
  briefName: z.string(),
  region: z.nullable(z.string()),
  /** Code of its stock; null: none. */
  stockCode: z.nullable(z.string()),
  matchReason: matchReasonSchema,
  hitRanges: hitRangesSchema,
  /** Year of an old office when the reason is the legal representative; else null. */
  legalRepresentativeYear: z.nullable(z.string()),
  status: z.nullable(z.enum(companyStatuses)),
  demo: z.boolean(),
})
export type Suggestion = z.infer<typeof suggestionSchema>

export const suggestAnswerSchema = z.object({ list: z.array(suggestionSchema), partial: z.optional(z.boolean()) })
export type SuggestAnswer = z.infer<typeof suggestAnswerSchema>

/** One choice of a filter. Children of a region are its cities, of an industry section its divisions. */
const choice = z.object({
  code: z.string(),
  name: z.string(),
  children: z.array(z.object({ code: z.string(), name: z.string() })),
})
export const filterOptionsSchema = z.object({ regions: z.array(choice), industries: z.array(choice) })
export type FilterOptions = z.infer<typeof filterOptionsSchema>

/** 申请收录: a user asks for a company that the search does not find. */
export const requestInclusionBody = z.object({
  keyword: z.string().check(z.trim(), z.minLength(1), z.maxLength(KEYWORD_LIMIT)),
})
/** Number of users who asked for it. */
export const requestInclusionSchema = z.object({ requests: z.int() })

/** Group of companies of the store, and the sources that name them. */
const coverageGroupSchema = z.object({
  /** As in 上市公司; the scope of a list, or the name of a register. */
  name: z.string(),
  companies: z.int(),
  asOf: z.nullable(z.string()),
  isDemo: z.boolean(),
  sources: z.array(z.object({ name: z.string(), url: z.nullable(z.string()) })),
})
export type CoverageGroup = z.infer<typeof coverageGroupSchema>

/**
 * Contents of the store. Each company counts in one group; the largest group stands first. `companies` leaves out
 * demonstration companies, whose group stands last.
 */
export const coverageSchema = z.object({ companies: z.int(), groups: z.array(coverageGroupSchema) })
export type Coverage = z.infer<typeof coverageSchema>
