import { type Fact, facts, isPlainFact, type OwnFact, type PlainFact } from '@baiqicha/contract/company-facts'

/** Column types that SQLite and PostgreSQL share. */
export type FactColumnType = 'text' | 'integer' | 'double precision'

/** Columns of the facts that are not one text each. They are replaced together: an amount never gets another's unit. */
const ownColumns = {
  // `name_key` is `name` normalised for comparison (domain/names/company-name.ts).
  name: { name: 'text', name_key: 'text' },
  status: { status: 'text', status_raw: 'text' },
  term: { term_from: 'text', term_to: 'text' },
  // GB/T 2260, six digits.
  region: { region_code: 'text' },
  // GB/T 4754: section letter, division or finer.
  industry: { industry_code: 'text' },
  ended: { ended_on: 'text', ended_reason: 'text', ended_office: 'text' },
  legalRepresentative: { legal_representative: 'text', legal_representative_title: 'text' },
  registeredCapital: { capital_value: 'double precision', capital_unit: 'text', capital_currency: 'text' },
  paidInCapital: { paid_in_value: 'double precision', paid_in_unit: 'text', paid_in_currency: 'text' },
  // JSON array of numbers as published.
  phones: { phones: 'text' },
  staffSize: { staff_size: 'text', staff_year: 'integer' },
  insuredCount: { insured_count: 'integer', insured_year: 'integer' },
  // Stored in the table `company_listing`.
  listings: {},
} as const satisfies Record<OwnFact, Record<string, FactColumnType>>

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Text

type OwnColumnTypes = (typeof ownColumns)[OwnFact]
type KeysOf<Columns> = Columns extends object ? keyof Columns : never
type OwnColumn = KeysOf<OwnColumnTypes>
type TypeIn<Columns, Column> = Column extends keyof Columns ? Columns[Column] : never
type OwnColumnType<Column> = { [Key in OwnFact]: TypeIn<(typeof ownColumns)[Key], Column> }[OwnFact]

type PlainColumn = SnakeCase<PlainFact>
export type FactColumn = PlainColumn | OwnColumn

/** Columns that are never null: empty text for a missing name, a JSON array for phones. */
type Required = 'name' | 'name_key' | 'phones'

/** The columns of all facts, with null for a fact that no source states. */
export type FactRow = { [Column in PlainColumn]: string | null } & {
  [Column in OwnColumn]: Column extends Required
    ? string
    : OwnColumnType<Column> extends 'text'
      ? string | null
      : number | null
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const plainColumns = new Set(facts.filter(isPlainFact).map(snakeCase))
const isPlainColumn = (column: string): column is PlainColumn => plainColumns.has(column)

/** The column of a plain fact, as `name_english` of `nameEnglish`. */
export function plainColumnOf(fact: PlainFact): PlainColumn {
  const column = snakeCase(fact)
  if (!isPlainColumn(column)) throw new Error(`${fact} is not a plain fact`)
  return column
}

const typesByFact = new Map(
  facts.map((fact): [Fact, Record<string, FactColumnType>] => [
    fact,
    isPlainFact(fact) ? { [snakeCase(fact)]: 'text' } : ownColumns[fact],
  ]),
)

/** The type of each column, in the order of the facts. */
export const factColumnTypes: Readonly<Record<string, FactColumnType>> = Object.assign({}, ...typesByFact.values())
const isFactColumn = (column: string): column is FactColumn => Object.hasOwn(factColumnTypes, column)

const columnsByFact = new Map(
  [...typesByFact].map(([fact, types]) => [fact, Object.keys(types).filter(isFactColumn)] as const),
)
const noColumns: readonly FactColumn[] = []

/** The columns of a fact; none for listings, which are rows of their own table. */
export const factColumnsOf = (fact: Fact): readonly FactColumn[] => columnsByFact.get(fact) ?? noColumns

const required: Pick<FactRow, Required> = { name: '', name_key: '', phones: '[]' }
const isFactRow = (row: object): row is FactRow =>
  Object.keys(factColumnTypes).every((column) => Object.hasOwn(row, column))

function createEmptyFacts(): FactRow {
  const row = Object.assign(Object.fromEntries(Object.keys(factColumnTypes).map((column) => [column, null])), required)
  if (!isFactRow(row)) throw new Error('A column of a fact is missing')
  return row
}

/** The columns of a company of which nothing is stated. */
export const emptyFacts: Readonly<FactRow> = createEmptyFacts()
