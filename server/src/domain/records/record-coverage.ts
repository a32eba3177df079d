import { type CoverageLimit, coveredPeriod, uncoveredParts } from '@baiqicha/contract/records/coverage-limits'
import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { isPersonName } from './person-name.ts'

/**
 * About which companies a source states every record of a kind, so that a company without one has none. Stated at the first
 * import of a source and kind, without a default (docs/data-formats.md).
 */
export type RecordCoverage = {
  /**
   * all: every company; listed: companies that have or had a stock; named: only companies with a record of the source, so that
   * it never states that a company has none; a list: companies by id or credit code.
   */
  companies: 'all' | 'listed' | 'named' | readonly string[]
  /** GB/T 2260 prefixes of the region of registration; null: any region. A company without a known region is outside. */
  regions: readonly string[] | null
  /** What the source leaves out of the kind; null: nothing. */
  limit: CoverageLimit | null
}

export type CoveredCompany = {
  id: string
  name: string
  credit_code: string | null
  registration_number: string | null
  region_code: string | null
  /** Whether the company has or had a stock. */
  has_listing: 0 | 1
}

/** Records find a company by its numbers or its name; a short name such as 富士达 reads like that of a person. */
const canBeNamed = ({ name, credit_code, registration_number }: CoveredCompany) =>
  credit_code !== null || registration_number !== null || !isPersonName(name)

/** Whether the source states every record of a company, within its limit. */
export function coversCompany({ companies, regions }: RecordCoverage, company: CoveredCompany): boolean {
  const { id, credit_code, region_code, has_listing } = company
  if (regions !== null && !regions.some((prefix) => region_code?.startsWith(prefix) === true)) return false
  if (companies === 'all') return canBeNamed(company)
  if (companies === 'listed') return has_listing === 1 && canBeNamed(company)
  return companies !== 'named' && companies.some((one) => one === id || one === credit_code)
}

/** Companies that meet conditions of a search. */
export type CompanyConditionsOfCoverage = { region?: string | undefined; isListed?: boolean | undefined }

/** Whether the source states every record of the kind of every company that meets the conditions. */
export function coversCompaniesOf(
  { companies, regions, limit }: RecordCoverage,
  of: CompanyConditionsOfCoverage,
): boolean {
  if (limit !== null) return false
  if (regions !== null && !regions.some((prefix) => of.region?.startsWith(prefix) === true)) return false
  return companies === 'all' || (companies === 'listed' && of.isListed === true)
}

const coverageWords = ['all', 'listed', 'named'] as const
const isCoverageWord = (word: string): word is (typeof coverageWords)[number] =>
  coverageWords.some((one) => one === word)

/** GB/T 2260 without the zeros of a wider region: 350200 is 3502, a prefix of its districts. */
const regionPrefix = (code: string) => code.replace(/^(\d{2})0000$/, '$1').replace(/^(\d{4})00$/, '$1')

const day = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/

/** The items of a comma-separated list; null: one of them is empty, or does not pass. */
function listOf(text: string, passes: (item: string) => boolean): string[] | null {
  const items = text.split(/[,，]/)
  return items.every((item) => item !== '' && passes(item)) ? [...new Set(items)] : null
}

/** `2014-11..2024-05`, either end may be missing; null: not a period. */
function periodOf(text: string): Pick<CoverageLimit, 'from' | 'to'> | null {
  const [from = '', to = '', ...rest] = text.split('..')
  if (!text.includes('..') || rest.length > 0 || `${from}${to}` === '') return null
  if ([from, to].some((end) => end !== '' && !day.test(end))) return null
  // `~` sorts after digits and hyphens: 2024 ends after 2024-05.
  if (from !== '' && to !== '' && from > `${to}~`) return null
  return { from: from === '' ? null : from, to: to === '' ? null : to }
}

/**
 * Reads a coverage: words that are separated by spaces, in any order, each at most once. The companies (`all`, `listed`,
 * `named` or `companies=`) or the regions must be stated. null: invalid.
 */
export function parseCoverage(text: string): RecordCoverage | null {
  let companies: RecordCoverage['companies'] | null = null
  let regions: string[] | null = null
  let items: string[] | null = null
  let period: Pick<CoverageLimit, 'from' | 'to'> | null = null
  const stated = new Set<string>()
  for (const word of text.trim().split(/\s+/)) {
    const [name = '', value] = word.split(/=(.*)/s)
    const part = isCoverageWord(word) ? 'companies' : name
    if (stated.has(part)) return null
    stated.add(part)
    if (isCoverageWord(word)) companies = word
    else if (value === undefined) return null
    else if (name === 'companies') companies = listOf(value, (one) => /^[\w-]{1,64}$/.test(one))
    else if (name === 'regions') {
      regions =
        listOf(value, (code) => /^\d{2}(?:\d{2}){0,2}$/.test(code) && code !== '000000')?.map(regionPrefix) ?? null
      if (regions === null) return null
    } else if (name === 'items') {
      items = listOf(value, (item) => item.length <= 40)
      if (items === null) return null
    } else if (name === 'years') {
      period = periodOf(value)
      if (period === null) return null
    } else return null
  }
  if (stated.has('companies') ? companies === null : regions === null) return null
  const limit = items === null && period === null ? null : { items: items ?? [], from: null, to: null, ...period }
  return { companies: companies ?? 'all', regions, limit }
}

/** A coverage in words, and what readers of a company inside and outside see. null: there is none. */
export type CoverageSentences = { covers: string; inside: string | null; outside: string | null }

const companyWords = { all: '所有企业', listed: '有或曾有证券的企业', named: '只有它提到的企业' } as const

/** `covers`: as stored; null: never stated, read as `named`. `regionName`: null for an unknown code. */
export function coverageSentences(
  kind: RecordKindKey,
  covers: string | null,
  regionName: (prefix: string) => string | null,
): CoverageSentences {
  const { companies, regions, limit } = parseCoverage(covers ?? 'named') ?? {
    companies: 'named',
    regions: null,
    limit: null,
  }
  const { title } = kindTable[kind]
  const subject = typeof companies === 'string' ? companyWords[companies] : `${companies.length} 家企业`
  const where = regions === null ? [] : [`登记地在${regions.map((prefix) => regionName(prefix) ?? prefix).join('、')}`]
  const limits = limit === null ? [] : [limit]
  const period = coveredPeriod(limits)
  const what = [...(limit?.items ?? []), ...(period === null ? [] : [period])]
  const text = [subject, ...where, ...what].join('，')
  if (companies === 'named') {
    return { covers: text, inside: null, outside: `没有记录的企业：${title}未接入` }
  }
  const parts = uncoveredParts(kind, limits)
  return {
    covers: text,
    inside:
      parts.length === 0
        ? `没有记录的企业：${title} 0 条`
        : `没有记录的企业：已接入部分 0 条，${parts.join('、')}未接入`,
    outside: companies === 'all' && regions === null ? null : `其他企业：${title}未接入，除非另有来源`,
  }
}
