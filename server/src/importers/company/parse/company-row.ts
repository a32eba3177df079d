import { isLei } from '@baiqicha/contract/certificate-checks'
import {
  companyFacts,
  type Fact,
  facts,
  isPlainFact,
  type OwnFact,
  type PlainFact,
} from '@baiqicha/contract/company-facts'
import { companySynonyms } from '../../file/column-synonyms.ts'
import { parseDate } from '../../file/dates.ts'
import { compileMapping, type Mapping, readMappingText } from '../../file/mapping.ts'
import {
  creditCode,
  listOf,
  namesOf,
  ParseFailure,
  partyName,
  plain,
  problemOf,
  type Reader,
  type RowProblem,
  readAs,
  readCompanyName,
  readCount,
  readDay,
  readLine,
  readProse,
  registrationNumber,
  unjoinedLine,
  words,
} from '../../file/value-readers.ts'
import { readCapital, readEmail, readPhones, readSite, readTerm, readTermEnd, readTermStart } from './cell-values.ts'

const year = readAs((value) => {
  const number = Number(plain(value).replace(/年?度?(?:年报|报告?)?$/, ''))
  return Number.isInteger(number) && number >= 1900 && number <= 2200 ? number : null
}, '不是有效的年份')

const lei = readAs((value) => {
  const code = plain(value).toUpperCase()
  return isLei(code) ? code : null
}, '不是有效的 LEI 编码')

export type DatedName = { value: string; from: string; to: string | null }

const dateOrEmpty = (part: string) => (part.trim() === '' ? '' : parseDate(part))

/** A name that was given up in a year or before, on an unknown day, ends with the year alone. */
const endOrEmpty = (part: string) => (/^\d{4}$/.test(part.trim()) ? part.trim() : dateOrEmpty(part))

/** Parses 旧名@2001-01-01~2019-05-06; each date may be missing. */
function parseDatedName(value: string): DatedName | null {
  const [name = '', dates = '', ...more] = value.split('@')
  const [from = '', to = '', ...others] = dates.split('~')
  if (name.trim() === '' || more.length + others.length > 0) return null
  const [fromDate, toDate] = [dateOrEmpty(from), endOrEmpty(to)]
  if (fromDate === null || toDate === null) return null
  return { value: name.trim(), from: fromDate, to: toDate === '' ? null : toDate }
}

/** The length limit of a line applies to each item, not to the cell. */
const datedNames = namesOf(
  listOf((word) => {
    const written = readLine(word)
    return written instanceof ParseFailure ? written : parseDatedName(written)
  }, '应写作 名称@起始日期~终止日期'),
)

/** Plain facts that exports have several of in one cell. */
const firstOfMany: Partial<Record<Fact, Reader<string>>> = { email: readEmail, website: readSite }

const plainReaders = {
  line: readLine,
  prose: readProse,
  date: readDay,
  creditCode,
  registrationNumber,
  lei,
} satisfies Record<string, Reader<string | undefined>>

/** The fields of facts that are not one text each. */
const ownFields = {
  name: { name: readCompanyName },
  status: { status: readLine },
  term: { termFrom: readTermStart, termTo: readTermEnd, term: readTerm },
  region: { region: readLine, province: readLine, city: readLine, county: readLine },
  industry: { industry: readLine },
  ended: { endedOn: readDay, endedReason: readLine, endedOffice: readLine },
  legalRepresentative: { legalRepresentative: partyName, legalRepresentativeTitle: readLine },
  registeredCapital: { capitalValue: readCapital, capitalUnit: readLine, capitalCurrency: readLine },
  paidInCapital: { paidInValue: readCapital, paidInUnit: readLine, paidInCurrency: readLine },
  phones: { phones: readPhones, morePhones: readPhones },
  staffSize: { staffSize: readLine, staffYear: year },
  insuredCount: { insuredCount: readCount, insuredYear: year },
  listings: {
    stockCode: readLine,
    oldStockCode: readLine,
    exchange: readLine,
    board: readLine,
    listingState: readLine,
    listedOn: readDay,
    delistedOn: readDay,
  },
} satisfies Record<OwnFact, Record<string, Reader<unknown>>>

/** Names that are not facts; listed after the fact they belong to. */
const nameFields = {
  nameEnglish: { formerNames: datedNames, aliases: namesOf(words) },
  shortName: { formerShortNames: datedNames },
} satisfies Partial<Record<PlainFact, Record<string, Reader<unknown>>>>

type FieldSets = typeof ownFields & { formerNames: (typeof nameFields)['nameEnglish'] } & {
  formerShortNames: (typeof nameFields)['shortName']
}
type KeysOf<Fields> = Fields extends object ? keyof Fields : never
type OwnField = KeysOf<FieldSets[keyof FieldSets]>
type ReaderIn<Fields, Field> = Field extends keyof Fields ? Fields[Field] : never
type OwnReader<Field> = { [Key in keyof FieldSets]: ReaderIn<FieldSets[Key], Field> }[keyof FieldSets]

export type RowField = PlainFact | OwnField

/** The validated values that one part of a mapping reads from a row. */
export type CompanyValues = { [Field in PlainFact]?: string } & {
  [Field in OwnField]?: Exclude<ReturnType<OwnReader<Field>>, ParseFailure>
}

const isNamed = (fact: Fact): fact is keyof typeof nameFields => Object.hasOwn(nameFields, fact)

const fieldsOf = (fact: Fact): Record<string, Reader<unknown>> => ({
  ...(isPlainFact(fact) ? { [fact]: firstOfMany[fact] ?? plainReaders[companyFacts[fact].type] } : ownFields[fact]),
  ...(isNamed(fact) && nameFields[fact]),
})

/** The reader of each field, in the order of the facts. */
const readers = new Map(facts.flatMap((fact) => Object.entries(fieldsOf(fact))))

export const isRowField = (name: string): name is RowField => readers.has(name)
export const rowFields: readonly RowField[] = [...readers.keys()].filter(isRowField)

/** Validates the cell and sets the field. Returns the problem when the cell is invalid. */
export function readField(row: CompanyValues, field: RowField, cell: unknown): RowProblem | null {
  const value = readers.get(field)?.(cell)
  if (value instanceof ParseFailure) return problemOf(field, value.reason, cell)
  Reflect.set(row, field, value)
  return null
}

/** Validates the key that a source gives a company. */
export function parseSourceKey(value: unknown): { key: string } | RowProblem {
  const key = unjoinedLine(value)
  if (key instanceof ParseFailure) return problemOf('sourceKey', key.reason, value)
  return /[\n\t]/.test(key) ? { field: 'sourceKey', reason: '含有控制字符' } : { key }
}

export type CompanyMapping = Mapping<RowField>

/** Our own format: each field under its own name (docs/data-formats.md). The text identifies finished imports. */
function canonicalText(): string {
  const file = {
    id: 'canonical',
    about: 'Our own format: docs/data-formats.md names each column.',
    requireColumns: false,
    key: { value: 'sourceKey' },
    parts: [{ asOf: 'asOf', fields: Object.fromEntries(rowFields.map((field) => [field, field])) }],
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** `canonical`, a mapping that ships, by its name, or one of the operator's, by its path. */
export const loadCompanyMapping = (nameOrFile: string): CompanyMapping =>
  nameOrFile === 'canonical'
    ? compileMapping(rowFields, canonicalText(), nameOrFile, companySynonyms)
    : compileCompanyMapping(readMappingText(nameOrFile, 'companies'), nameOrFile)

export const compileCompanyMapping = (text: string, name: string): CompanyMapping =>
  compileMapping(rowFields, text, name)
