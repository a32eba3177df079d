import type { IndexableCompany } from '../../../../domain/company/indexable-company.ts'
import type { CompanyFilters, CountGroup } from '../../../../search/company-search.ts'
import type { CompanyConditions, Order } from '../parsed-question.ts'

/** Whether a company can meet the conditions that the search index lacks. */
export const isRanked = ({ isListed, boards, lists }: IndexableCompany): boolean =>
  isListed || boards.length > 0 || lists.length > 0

export const rankedFrom = ({
  id,
  regionCode,
  industryCode,
  industrySection,
  status,
  capital,
  foundedOn,
  isListed,
  type,
  boards,
  listedOn,
  lists,
  revenue,
  revenueYear,
  isDemo,
  prominence,
}: IndexableCompany) => ({
  id,
  regionCode,
  industryCode,
  industrySection,
  status,
  capital,
  foundedOn,
  isListed,
  type,
  boards,
  listedOn,
  lists,
  revenue,
  revenueYear,
  isDemo,
  prominence,
})

/** What counts and orders of companies read, by which the search index has no filter. */
export type CountableCompany = ReturnType<typeof rankedFrom>

const isBetween = (day: string | null, { from, to }: { from: string | null; to: string | null }) =>
  day !== null && (from === null || day >= from) && (to === null || day <= to)

const isWithin = (amount: number | null, range: NonNullable<CompanyFilters['capitalBetween']>) => {
  const { least, most, excludesLeast, excludesMost } = range
  return (
    amount !== null &&
    (least === null || (excludesLeast ? amount > least : amount >= least)) &&
    (most === null || (excludesMost ? amount < most : amount <= most))
  )
}

function meets(company: CountableCompany, filters: CompanyFilters): boolean {
  const { region, industry, status, listed, type, population, foundedBetween, capitalBetween } = filters
  return (
    company.isDemo === (population === 'demo') &&
    (region === undefined || company.regionCode?.startsWith(region) === true) &&
    (industry === undefined ||
      company.industrySection === industry ||
      company.industryCode?.replace(/^[A-Z]/, '').startsWith(industry) === true) &&
    (status === undefined || company.status === status) &&
    (listed === undefined || company.isListed === (listed === 'listed')) &&
    (type === undefined || company.type === type) &&
    (foundedBetween === undefined || isBetween(company.foundedOn, foundedBetween)) &&
    (capitalBetween === undefined || isWithin(company.capital, capitalBetween))
  )
}

/** What the companies are ordered by; null: the company does not state it. The ranks of a published list are those of the revenues. */
const valueOf = (
  company: CountableCompany,
  order: Order | null,
  { by, list }: Pick<CompanyConditions, 'by' | 'list'>,
): string | number | null => {
  if (by !== undefined) return company[by]
  if (order === null && list !== undefined) return company.revenue
  if (order === null) return company.prominence
  return order === 'most' || order === 'least' ? company.capital : company.foundedOn
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

/** The companies that meet conditions beyond those of the search: a board, a published list, a day of listing, a revenue. */
export function countRanked(
  companies: readonly CountableCompany[],
  conditions: CompanyConditions,
  {
    filters,
    order,
    limit,
    groups,
  }: { filters: CompanyFilters; order: Order | null; limit: number; groups: readonly CountGroup[] },
): { total: number; groups: readonly number[]; rows: readonly CountableCompany[] } {
  const { board, list, listedOn, by } = conditions
  const found = companies.filter(
    (company) =>
      meets(company, filters) &&
      (board === undefined || company.boards.includes(board)) &&
      (list === undefined || company.lists.includes(list)) &&
      (listedOn === undefined || isBetween(company.listedOn, listedOn)) &&
      (by === undefined || company[by] !== null),
  )
  const isByRank = order === null && by === undefined && list !== undefined
  const sign = order === 'most' || order === 'newest' || isByRank ? -1 : 1
  const sorted = found.toSorted((a, b) => {
    const [one, other] = [a, b].map((company) => valueOf(company, order, conditions))
    if (one == null && other == null) return a.prominence - b.prominence
    if (one == null || other == null) return Number(one == null) - Number(other == null)
    return sign * compare(one, other)
  })
  return {
    total: found.length,
    groups: groups.map((group) => found.filter((company) => meets(company, { ...filters, ...group })).length),
    rows: sorted.slice(0, limit),
  }
}

/** Most members of a list whose place no source states, where a place does not narrow the list. */
const MOST_UNPLACED = 0.5

/** Whether too few members of a list have a place for a count by place. */
export function lacksPlaces(companies: readonly CountableCompany[], { list, region }: CompanyConditions): boolean {
  if (list === undefined || region === undefined) return false
  const members = companies.filter(({ lists }) => lists.includes(list))
  return members.filter(({ regionCode }) => regionCode === null).length > members.length * MOST_UNPLACED
}
