import { type Fact, facts } from '@baiqicha/contract/company-facts'
import { type FactRow, factColumnsOf } from '../../../domain/company/fact-columns.ts'
import type { Origin } from '../../../domain/company/provenance.ts'
import type { CompanyListingTable, CompanyNameTable } from '../../../platform/database/tables/company.ts'
import type { RowProblem } from '../../file/value-readers.ts'

/** The columns that one source states; absent columns are not stated. */
export type FactValues = Partial<FactRow>

/** One fact as a source states it, with all of its columns. */
export type StatedFact = { fact: Exclude<Fact, 'listings'>; columns: FactValues }

/** The facts whose columns have a value. */
export function statedFacts(values: FactValues): StatedFact[] {
  return facts.flatMap((fact) => {
    if (fact === 'listings' || !hasFact(values, fact)) return []
    const columns: FactValues = {}
    for (const column of factColumnsOf(fact)) Reflect.set(columns, column, values[column] ?? null)
    return [{ fact, columns }]
  })
}

/** Whether any column of the fact has a value. `phones` is a JSON list, `[]` for none. */
export function hasFact(values: FactValues, fact: Fact): boolean {
  if (fact === 'phones') return values.phones !== undefined && values.phones !== '[]'
  return factColumnsOf(fact).some((column) => (values[column] ?? null) !== null)
}

/** `source` absent: that of the statement. */
export type StatedName = Pick<CompanyNameTable, 'kind' | 'value' | 'valid_from' | 'valid_to'> & {
  source?: string | null
}
export type StatedListing = Omit<CompanyListingTable, 'company_id'>

/** What one source states about a company as of one date. */
export type SourcedFacts = {
  origin: Origin
  facts: readonly StatedFact[]
  names: readonly StatedName[]
  listings: readonly StatedListing[]
}

/** One row of a file after parsing: the keys of its company, and the statement of each source. */
export type CompanyStatements = {
  line: number
  creditCode: string | null
  registrationNumber: string | null
  /** The source's own key, qualified by its scheme (`qualifiedKey`). */
  sourceKey: string | null
  /** The key of the stated name; null when the row has no name. */
  nameKey: string | null
  statements: SourcedFacts[]
  /** Values that are not valid or not known; they state no fact. */
  lost: readonly RowProblem[]
  /** Values that an operator should look at. */
  warnings: readonly RowProblem[]
}

/** Of a row that was stored before: it has no line, and its problems are reported. */
export const asStored = { line: 0, lost: [], warnings: [] } as const

export const hasKey = ({ creditCode, registrationNumber, sourceKey }: CompanyStatements) =>
  creditCode !== null || registrationNumber !== null || sourceKey !== null

export const qualifiedKey = (scheme: string, key: string) => `${scheme}\n${key}`

/** Returns `[scheme, key]`; neither contains a line end. */
export function splitQualifiedKey(slot: string): [string, string] {
  const at = slot.indexOf('\n')
  return [slot.slice(0, at), slot.slice(at + 1)]
}
