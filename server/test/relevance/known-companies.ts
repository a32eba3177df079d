import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { calledNames, type KnownCompany, spokenName, startsOf, withoutPlaces } from './facts.ts'

/** Empty lists share one array: a whole register is in memory. */
const noValues: string[] = []
const shared = (values: string[]) => (values.length === 0 ? noValues : values)

export const knownFrom = (company: IndexableCompany): KnownCompany => ({
  id: company.id,
  name: company.name,
  formerNames: shared(company.formerNames),
  shortNames: shared(company.shortNames),
  formerShortNames: shared(company.formerShortNames),
  englishNames: shared(company.englishNames),
  aliases: shared(company.aliases),
  stockCodes: shared(company.stockCodes),
  creditCode: company.creditCode,
  regionName: company.regionName,
})

/** A trade word ends at least this share of the names. */
const TRADE_SHARE = 1 / 2000
/** Share of the names with an ending of two characters from which on a third belongs to it: 房 of 房地产. */
const ENDS_TOGETHER = 0.7

/** What many names end with: 科技, 房地产. Counted, so that it owes nothing to the trade words of the search. */
function tradeEndings(companies: readonly KnownCompany[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { name } of companies) {
    const core = withoutPlaces(spokenName(name))
    for (const length of [2, 3]) {
      const ending = core.slice(-length)
      if (core.length >= length + 2) counts.set(ending, (counts.get(ending) ?? 0) + 1)
    }
  }
  const least = Math.max(10, companies.length * TRADE_SHARE)
  const isTrade = ([ending, count]: [string, number]) =>
    count >= least && (ending.length === 2 || count >= ENDS_TOGETHER * (counts.get(ending.slice(1)) ?? 0))
  return new Set([...counts].filter(isTrade).map(([ending]) => ending))
}

export type KnownCompanies = {
  companies: readonly KnownCompany[]
  find: (id: string) => KnownCompany | undefined
  /** Whether a current or former name of any company contains this text. */
  occursInAnyName: (text: string) => boolean
  /** 字号: the name without legal form, places and trade; null when a trade or another place is left. */
  brandOf: (company: KnownCompany) => string | null
  /** Every name of a company, also without places and trade. */
  formsOf: (company: KnownCompany) => string[]
}

export function knownCompanies(companies: readonly KnownCompany[]): KnownCompanies {
  const byId = new Map(companies.map((company) => [company.id, company]))
  // All names as one text: a scan takes milliseconds instead of a second.
  const allNames = companies.map((company) => calledNames(company).join('\n')).join('\n')
  const trades = tradeEndings(companies)
  const withoutTrade = (core: string): string => {
    const length = [3, 2].find((one) => core.length >= one + 2 && trades.has(core.slice(-one)))
    return length === undefined ? core : withoutTrade(core.slice(0, -length))
  }
  return {
    companies,
    find: (id) => byId.get(id),
    occursInAnyName: (text) => allNames.includes(text),
    formsOf: (company) =>
      calledNames(company).flatMap((name) => startsOf(name).flatMap((start) => [start, withoutTrade(start)])),
    brandOf: ({ name }) => {
      const brand = withoutTrade(withoutPlaces(spokenName(name)))
      return trades.has(brand) || startsOf(brand).length > 1 ? null : brand
    },
  }
}
