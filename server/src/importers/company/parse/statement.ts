import type { Origin } from '../../../domain/company/provenance.ts'
import type { CompanyListingTable, CompanyNameTable } from '../../../platform/database/tables/company.ts'
import type { StatedFact } from './company-facts.ts'
import type { RowField } from './company-row.ts'

export type StatedName = Pick<CompanyNameTable, 'kind' | 'value' | 'valid_from' | 'valid_to'>
export type StatedListing = Omit<CompanyListingTable, 'company_id'>

/** What one source says of a company at one date. */
export type Statement = {
  origin: Origin
  facts: readonly StatedFact[]
  names: readonly StatedName[]
  listings: readonly StatedListing[]
}

/** One row of a file, read: by what its company is known, and what each source says of it. */
export type CompanyStatements = {
  line: number
  creditCode: string | null
  registrationNumber: string | null
  /** Its source's own key, with the scheme, as `sourceKey` writes it. */
  sourceKey: string | null
  /** The key of the name it gives, null where it gives none. */
  nameKey: string | null
  statements: Statement[]
  /** Fields whose word no reference table knows; they tell nothing. */
  unknownFields: readonly RowField[]
}

export const hasKey = ({ creditCode, registrationNumber, sourceKey }: CompanyStatements) =>
  creditCode !== null || registrationNumber !== null || sourceKey !== null

export const qualifiedKey = (scheme: string, key: string) => `${scheme}\n${key}`

/** `[scheme, key]` of a slot; neither holds a line end. */
export function splitQualifiedKey(slot: string): [string, string] {
  const at = slot.indexOf('\n')
  return [slot.slice(0, at), slot.slice(at + 1)]
}
