import type { MatchField } from '@baiqicha/contract/company-summary'
import type { Brand, SearchDocument, SearchedName } from './search-document.ts'

const fields = {
  name: 'n',
  shortName: 's',
  alias: 'a',
  formerName: 'f',
  formerShortName: 'o',
} as const satisfies Partial<Record<MatchField, string>>
type NameField = keyof typeof fields
const isNameField = (field: string): field is NameField => field in fields
const fieldByMark = new Map<string, MatchField>(
  Object.entries(fields).flatMap(([field, mark]) => (isNameField(field) ? [[mark, field]] : [])),
)
const markOf = (field: MatchField) => (isNameField(field) ? fields[field] : fields.name)

const LINE = '\n'
const NAME = '\t'
const PART = '\u001f'
const oneLine = (text: string) => text.replaceAll(LINE, ' ').replaceAll(NAME, ' ').replaceAll(PART, ' ')

/**
 * Three lines: the id; the names, each with its key and start unless they follow from the name; everything else as
 * JSON. Most queries read the names only.
 */
export function encodeSearchDocument(record: SearchDocument): string {
  const names = record.names.map(({ field, text, key, start }) => {
    const named = markOf(field) + oneLine(text)
    return key === text && start === 0 ? named : [named, key === text ? '' : key, start].join(PART)
  })
  const facts: EncodedFacts = [
    encodeBrands(record.brands),
    encodeBrands(record.shortenedNames),
    encodeBrands(record.tradeNames),
    record.englishNames,
    record.stockCodes,
    record.creditCode,
    record.registrationNumber,
    record.regions,
    record.legalRepresentative,
    record.phones,
    record.members,
  ]
  return record.id + LINE + names.join(NAME) + LINE + JSON.stringify(facts)
}

function encodeBrands(brands: readonly Brand[]): (number | string)[] {
  const encoded: (number | string)[] = []
  for (const { name, key } of brands) encoded.push(name, key)
  return encoded
}

/** The inverse of `encodeSearchDocument`. Parses each line on first use. */
export function decodeSearchDocument(text: string): SearchDocument {
  const idEnd = text.indexOf(LINE)
  const namesEnd = text.indexOf(LINE, idEnd + 1)
  return new LazyRecord(text.slice(0, idEnd), text.slice(idEnd + 1, namesEnd), text.slice(namesEnd + 1))
}

class LazyRecord implements SearchDocument {
  readonly id: string
  readonly #names: string
  readonly #facts: string
  #readNames: SearchedName[] | undefined
  #readFacts: ReturnType<typeof readFacts> | undefined

  constructor(id: string, names: string, facts: string) {
    this.id = id
    this.#names = names
    this.#facts = facts
  }

  get names() {
    this.#readNames ??= this.#names.split(NAME).map(readName)
    return this.#readNames
  }

  /** The line of names contains every name as written and, when different, its key. */
  hasInNames(term: string) {
    return this.#names.includes(term)
  }

  get #all() {
    this.#readFacts ??= readFacts(this.#facts)
    return this.#readFacts
  }

  get brands() {
    return this.#all.brands
  }
  get shortenedNames() {
    return this.#all.shortenedNames
  }
  get tradeNames() {
    return this.#all.tradeNames
  }
  get englishNames() {
    return this.#all.englishNames
  }
  get stockCodes() {
    return this.#all.stockCodes
  }
  get creditCode() {
    return this.#all.creditCode
  }
  get registrationNumber() {
    return this.#all.registrationNumber
  }
  get regions() {
    return this.#all.regions
  }
  get legalRepresentative() {
    return this.#all.legalRepresentative
  }
  get phones() {
    return this.#all.phones
  }
  get members() {
    return this.#all.members
  }
}

function readName(encoded: string): SearchedName {
  const [named = '', key = '', start = '0'] = encoded.split(PART)
  const text = named.slice(1)
  return { field: fieldByMark.get(named.charAt(0)) ?? 'name', text, key: key === '' ? text : key, start: Number(start) }
}

function readFacts(text: string) {
  const facts: EncodedFacts = JSON.parse(text)
  return {
    brands: readBrands(facts[0]),
    shortenedNames: readBrands(facts[1]),
    tradeNames: readBrands(facts[2]),
    englishNames: facts[3],
    stockCodes: facts[4],
    creditCode: facts[5],
    registrationNumber: facts[6],
    regions: facts[7],
    legalRepresentative: facts[8],
    phones: facts[9],
    members: facts[10],
  }
}

function readBrands(encoded: (number | string)[]): Brand[] {
  const brands: Brand[] = []
  for (let at = 0; at < encoded.length; at += 2) {
    brands.push({ name: Number(encoded[at]), key: String(encoded[at + 1]) })
  }
  return brands
}

type EncodedFacts = [
  brands: (number | string)[],
  shortenedNames: (number | string)[],
  tradeNames: (number | string)[],
  englishNames: string[],
  stockCodes: string[],
  creditCode: string | null,
  registrationNumber: string | null,
  regions: readonly string[],
  legalRepresentative: string | null,
  phones: string[],
  members: readonly string[],
]
