import { isLei } from '@baiqicha/contract/certificate-checks'
import {
  type SearchAnswer,
  type SearchQuery,
  type SuggestAnswer,
  type Suggestion,
} from '@baiqicha/contract/company-search'
import type { CompanySummary, MatchField, SearchHit } from '@baiqicha/contract/company-summary'
import {
  type RiskFilter,
  SUGGESTION_LIMIT,
  TOTAL_LIMIT,
  VISITOR_SUGGESTIONS,
} from '@baiqicha/contract/search-vocabulary'
import { populationOf } from '../../domain/company/regions.ts'
import { maskNumbersIn } from '../../domain/masking/masking.ts'
import { isFullName } from '../../domain/names/company-name.ts'
import { cleanKeyword, codesWithin, type Keyword } from '../../domain/names/keyword.ts'
import { withoutUndefined } from '../../domain/without-undefined.ts'
import {
  type CompanyCount,
  type CompanyFilters,
  type CompanyHit,
  type CompanyHits,
  type CompanySearch,
  type CountQuery,
  SearchUnavailable,
} from '../../search/company-search.ts'
import type { CompanyRepository } from './company.repository.ts'
import type { IndexableRecordsRepository } from './indexable-records.repository.ts'

type Found = CompanyHits & { partial?: boolean }

/** Most companies with a record of a risk that are confirmed one by one; more are not counted. */
const CONFIRMED = 2000

/** Facts by which visitors find companies: their names and the code of their stock, and never a person or a number. */
const openFields = new Set<MatchField>([
  ...(['name', 'formerName', 'shortName', 'formerShortName', 'englishName', 'alias', 'stockCode'] as const),
  ...(['pinyin', 'initials', 'fuzzy', 'mentionedName'] as const),
])

type SearchDeps = {
  index: CompanySearch
  companies: Pick<CompanyRepository, 'listSummaries' | 'findByExactNameCodeOrPrefix'>
  records: Pick<IndexableRecordsRepository, 'of'>
  /** Whether a typed number is hidden: the index learns of it a moment later. */
  isHiddenNumber: (typed: string) => Promise<boolean>
}

/** Whether the rows bear names near a full name that no company has. A code within the text finds its own company. */
const isOfNearNames = ({ didYouMean, usedKeyword }: Found, { text }: Keyword) =>
  isFullName(text) &&
  codesWithin(text).length === 0 &&
  (didYouMean !== undefined || (usedKeyword !== undefined && !isFullName(usedKeyword)))

/** Marks of the whole result; those that do not apply are left out. */
const resultMarks = (found: Found, keyword: Keyword) => {
  const { didYouMean, isOtherName, usedKeyword, tooBroad, partial } = found
  return {
    ...withoutUndefined({ didYouMean, usedKeyword, cutKeyword: keyword.cut }),
    ...((isOtherName === true || isOfNearNames(found, keyword)) && { isOtherName: true }),
    ...(tooBroad === true && { tooBroad }),
    ...(partial === true && { partial }),
  }
}

/** Filters for the index. */
const filtersOf = ({ region, industry, status, capital, age, listed, type, risk }: SearchQuery): CompanyFilters =>
  withoutUndefined({ region, industry, status, capital, age, listed, type, risk })

const hitRow = ({ matchReason, hitRanges }: CompanyHit, company: CompanySummary): SearchHit => ({
  ...company,
  matchReason,
  hitRanges,
})

const suggestion = ({ matchReason, hitRanges }: CompanyHit, company: CompanySummary): Suggestion => ({
  id: company.id,
  name: company.name,
  logo: company.logo,
  logoText: company.logoText,
  briefName: company.briefName,
  region: company.region,
  stockCode: company.listing?.code ?? null,
  matchReason,
  hitRanges,
  legalRepresentativeYear: matchReason.field === 'legalRepresentative' ? company.legalRepresentativeYear : null,
  status: company.status,
  demo: company.isDemo,
})

/** Whether a company that was found by its legal representative still has that one: a suppression applies at once. */
const isConfirmedBy = ({ legalRepresentative }: CompanySummary, { matchReason }: CompanyHit) =>
  matchReason.field !== 'legalRepresentative' || maskNumbersIn(matchReason.text) === legalRepresentative

export function createCompanySearchService({ index, companies, records, isHiddenNumber }: SearchDeps) {
  /** Exact names, codes and prefixes from the database, in its own order. */
  async function fromDatabase(keyword: string, page: { offset: number; limit: number }): Promise<Found> {
    const end = page.offset + page.limit
    const hits = await companies.findByExactNameCodeOrPrefix(keyword, end + 1)
    return {
      hits: hits.slice(page.offset, end),
      total: Math.min(hits.length, TOTAL_LIMIT),
      totalCapped: hits.length > end,
    }
  }

  /** The database answers a LEI, which the index does not have, and every keyword while no index is ready. */
  async function findBy(keyword: string, fromIndex: () => Promise<Found>, page: { offset: number; limit: number }) {
    if (isLei(keyword.toUpperCase())) return fromDatabase(keyword, page)
    try {
      return await fromIndex()
    } catch (error) {
      if (!(error instanceof SearchUnavailable) || error.reason !== 'preparing') throw error
      return { ...(await fromDatabase(keyword, page)), partial: true }
    }
  }

  /**
   * Drops hits that the stored records no longer confirm: records expire by date and are hidden at once. Only hits by
   * risk or by person of a record are checked.
   */
  async function confirmedByRecords(hits: readonly CompanyHit[], risk: RiskFilter | undefined) {
    const isDoubtful = ({ matchReason }: CompanyHit) => risk !== undefined || matchReason.field === 'member'
    const doubtful = hits.filter(isDoubtful)
    if (doubtful.length === 0) return hits
    const known = await records.of(doubtful.map((hit) => hit.companyId))
    return hits.filter((hit) => {
      if (!isDoubtful(hit)) return true
      const { risks = [], members = [] } = known.get(hit.companyId) ?? {}
      const { field, text } = hit.matchReason
      return (risk === undefined || risks.includes(risk)) && (field !== 'member' || members.includes(text))
    })
  }

  type Present<T> = (hit: CompanyHit, company: CompanySummary) => T

  async function withCompanies<T>(hits: readonly CompanyHit[], risk: RiskFilter | undefined, present: Present<T>) {
    const [found, confirmed] = await Promise.all([
      companies.listSummaries(hits.map((hit) => hit.companyId)),
      confirmedByRecords(hits, risk),
    ])
    const byId = new Map(found.map((company) => [company.id, company]))
    // The index may lag behind the database: companies deleted since are left out, and those of an office that has passed on.
    return confirmed.flatMap((hit) => {
      const company = byId.get(hit.companyId)
      return company === undefined || !isConfirmedBy(company, hit) ? [] : [present(hit, company)]
    })
  }

  /** Without a keyword: companies that meet every condition, in the order of the static rank. null: no condition. */
  async function searchByConditions(query: SearchQuery): Promise<SearchAnswer | null> {
    const filters = filtersOf(query)
    if (Object.keys(filters).length === 0) return null
    const { page, pageSize, sort, region } = query
    const found = await index.search({
      keyword: null,
      within: 'companyFacts',
      filters: { ...filters, population: populationOf(region) },
      sort,
      exact: false,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    })
    const list = await withCompanies(found.hits, query.risk, hitRow)
    return { list, total: found.total, totalCapped: found.totalCapped, page, pageSize }
  }

  return {
    /**
     * One page of results. Conditions without a keyword find every real company that meets them. null when the keyword has
     * nothing to search for.
     */
    async search(query: SearchQuery): Promise<SearchAnswer | null> {
      const keyword = cleanKeyword(query.keyword)
      const { page, pageSize } = query
      if (keyword === null) return query.keyword.trim() === '' ? searchByConditions(query) : null
      if (await isHiddenNumber(keyword.text)) return { list: [], total: 0, totalCapped: false, page, pageSize }
      const window = { offset: (page - 1) * pageSize, limit: pageSize }
      const filters = filtersOf(query)
      // The database fallback can neither filter nor sort, so such a query fails instead of returning wrong rows.
      const isPlain = Object.keys(filters).length === 0 && query.within === undefined && query.sort === 'relevance'
      const fromIndex = () =>
        index.search({
          keyword: keyword.text,
          filters,
          sort: query.sort,
          exact: query.exact === '1',
          ...(query.within !== undefined && { within: query.within }),
          ...window,
        })
      const found = isPlain ? await findBy(keyword.text, fromIndex, window) : await fromIndex()
      return {
        list: await withCompanies(found.hits, query.risk, hitRow),
        total: found.total,
        totalCapped: found.totalCapped,
        page,
        pageSize,
        ...resultMarks(found, keyword),
      }
    },

    /** Exact number of companies, and the first of them. @throws SearchUnavailable */
    async count(query: CountQuery): Promise<CompanyCount> {
      const { risk } = query.filters
      if (risk === undefined) return index.count(query)
      const counted = await index.count({ ...query, limit: Math.max(query.limit, CONFIRMED) })
      // The index does not learn of records that expire by date.
      if ((counted.total ?? 0) > counted.hits.length) return { total: null, groups: null, hits: [] }
      const confirmed = await confirmedByRecords(counted.hits, risk)
      const areAll = confirmed.length === counted.hits.length
      return {
        total: counted.total === null ? null : confirmed.length,
        groups: areAll ? counted.groups : null,
        hits: confirmed.slice(0, query.limit),
      }
    },

    /** A visitor gets the first few that the names of a company match. */
    async suggest(
      typed: string,
      { isVisitor }: { isVisitor: boolean } = { isVisitor: false },
    ): Promise<SuggestAnswer | null> {
      const keyword = cleanKeyword(typed)
      if (keyword === null) return null
      if (await isHiddenNumber(keyword.text)) return { list: [] }
      const fromIndex = async (): Promise<Found> => {
        const hits = await index.suggest(keyword.text, SUGGESTION_LIMIT)
        return { hits, total: hits.length, totalCapped: false }
      }
      const found = await findBy(keyword.text, fromIndex, { offset: 0, limit: SUGGESTION_LIMIT })
      const hits = isVisitor
        ? found.hits.filter(({ matchReason }) => openFields.has(matchReason.field)).slice(0, VISITOR_SUGGESTIONS)
        : found.hits
      const list = await withCompanies(hits, undefined, suggestion)
      return { list, ...(found.partial === true && { partial: true }) }
    },
  }
}
export type CompanySearchService = ReturnType<typeof createCompanySearchService>
