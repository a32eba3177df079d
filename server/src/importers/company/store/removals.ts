import * as z from 'zod/mini'
import type { BulkReader } from '../../../platform/database/bulk-session.ts'
import type { CompanyRemovalTable } from '../../../platform/database/tables/import.ts'
import type { CompanyStatements } from '../parse/sourced-facts.ts'
import { differ } from '../resolve/entity-matching.ts'

const list = z.array(z.string())

type Removed = Pick<CompanyRemovalTable, 'credit_code' | 'registration_number'>

/** Companies that operators took out. No import brings them back. */
export type Removals = {
  /** Whether the row states a company that was taken out: by a code or key, else by its name unless a code differs. */
  has(row: CompanyStatements): boolean
}

/** Reads all of them: an operator's list, short enough for memory. */
export async function loadRemovals(reader: BulkReader): Promise<Removals> {
  const rows = await reader.select<CompanyRemovalTable>('select * from company_removal', [])
  const codes = new Set(rows.flatMap((row) => row.credit_code ?? []))
  const numbers = new Set(rows.flatMap((row) => row.registration_number ?? []))
  const keys = new Set(rows.flatMap((row) => z.parse(list, JSON.parse(row.source_keys))))
  const byName = new Map<string, Removed[]>()
  for (const row of rows) {
    for (const name of z.parse(list, JSON.parse(row.name_keys))) byName.set(name, [...(byName.get(name) ?? []), row])
  }
  const isEmpty = rows.length === 0
  return {
    has: ({ creditCode, registrationNumber, sourceKey, nameKey }) => {
      if (isEmpty) return false
      if (creditCode !== null && codes.has(creditCode)) return true
      if (sourceKey !== null && keys.has(sourceKey)) return true
      if (creditCode === null && registrationNumber !== null && numbers.has(registrationNumber)) return true
      return (byName.get(nameKey ?? '') ?? []).some(
        (removed) =>
          !differ(removed.credit_code, creditCode) && !differ(removed.registration_number, registrationNumber),
      )
    },
  }
}
