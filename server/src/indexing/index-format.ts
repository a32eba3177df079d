import type { CompanyFacts } from './company-facts.ts'

/** Counted up with every change of what an index file holds or means; a file of another version is made again. */
export const FORMAT_VERSION = 1

/** What a file says of itself. Stands sealed in its `meta` row 0. */
export type IndexHeader = {
  format: number
  /** The state of the records it was made from. */
  revision: string
  companies: number
  builtAt: number
  pages: number
  /** Every word a company's region is known by. */
  regionWords: string[]
}

/** Rows of `meta`. */
export const metaRows = { header: 0, firstTerms: 1, readings: 2 } as const

export const schema = `
  create table meta (id integer primary key, body blob not null);
  create table page (id integer primary key, body blob not null);
  create table block (id integer primary key, body blob not null);
  create table company (id integer primary key, body blob not null);
`

/** Facts without the names of their fields, which would be half of the file. */
export const encodeFacts = (facts: CompanyFacts): string =>
  JSON.stringify([
    facts.id,
    facts.name,
    facts.formerNames,
    facts.shortNames,
    facts.formerShortNames,
    facts.englishNames,
    facts.aliases,
    facts.stockCodes,
    facts.creditCode,
    facts.registrationNumber,
    facts.legalRepresentative,
    facts.status,
    facts.regionCode,
    facts.regions,
    facts.industryCode,
    facts.industrySection,
    facts.capital,
    facts.foundedOn,
    facts.isListed,
  ])

/** The inverse of `encodeFacts`; the text is known to be whole by its seal. */
export function decodeFacts(text: string): CompanyFacts {
  const row: EncodedFacts = JSON.parse(text)
  const [id, name, formerNames, shortNames, formerShortNames, englishNames, aliases, stockCodes, ...rest] = row
  const [creditCode, registrationNumber, legalRepresentative, status, regionCode, regions, ...more] = rest
  const [industryCode, industrySection, capital, foundedOn, isListed] = more
  return {
    id,
    name,
    formerNames,
    shortNames,
    formerShortNames,
    englishNames,
    aliases,
    stockCodes,
    creditCode,
    registrationNumber,
    legalRepresentative,
    status,
    regionCode,
    regions,
    industryCode,
    industrySection,
    capital,
    foundedOn,
    isListed,
  }
}

type Text = string | null
type EncodedFacts = [
  id: string,
  name: string,
  formerNames: string[],
  shortNames: string[],
  formerShortNames: string[],
  englishNames: string[],
  aliases: string[],
  stockCodes: string[],
  creditCode: Text,
  registrationNumber: Text,
  legalRepresentative: Text,
  status: Text,
  regionCode: Text,
  regions: string[],
  industryCode: Text,
  industrySection: Text,
  capital: number | null,
  foundedOn: Text,
  isListed: boolean,
]
