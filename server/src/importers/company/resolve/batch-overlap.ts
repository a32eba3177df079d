import type { Flag } from '../../../platform/database/tables/company.ts'
import type { CompanyStatements } from '../parse/sourced-facts.ts'
import type { CompanyBatch, LoadedBatch } from './company-batch.ts'
import { otherNameKeys } from './row-matching.ts'

/**
 * A batch is loaded while the one before is being stored. What that one may write must be loaded after it: companies
 * with a code, number, key or name in common with it, and pending rows.
 */

const listOf = (value: string | null) => (value === null ? [] : [value])

/** Whether the batch may write companies or pending rows that the rows match. */
export function mayWriteForRows(batch: CompanyBatch, rows: readonly CompanyStatements[], isDemo: Flag): boolean {
  const { added, applied } = batch.pending
  if (added.length + applied.length > 0) return true
  return rows.some((row) => {
    const { creditCode, registrationNumber, sourceKey, nameKey } = row
    const nameKeys = [...listOf(nameKey), ...otherNameKeys(row)]
    return batch.companies.hasAnyOf({ creditCode, registrationNumber, sourceKeys: listOf(sourceKey), nameKeys }, isDemo)
  })
}

/** Whether the batch may write what was loaded for rows that it may not write for. */
export function mayWriteLoaded(batch: CompanyBatch, loaded: LoadedBatch, isDemo: Flag): boolean {
  for (const { row, keys, knownNames } of loaded.stored.keys()) {
    const { credit_code: creditCode, registration_number: registrationNumber, is_demo: flag } = row
    const identifying = { creditCode, registrationNumber, sourceKeys: keys, nameKeys: knownNames }
    if (batch.companies.hasAnyOf(identifying, flag)) return true
  }
  const pendingRows = loaded.pending.map(({ row }) => row)
  return mayWriteForRows(batch, pendingRows, isDemo)
}
