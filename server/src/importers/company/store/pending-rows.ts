import type { BulkReader, BulkSession } from '../../../platform/database/bulk-session.ts'
import type { PendingRowTable } from '../../../platform/database/tables/company.ts'
import type { CompanyStatements } from '../parse/sourced-facts.ts'
import type { PendingChanges } from '../resolve/company-batch.ts'
import { contentOf, lookupKeys, type PendingRow, readRowContent } from '../resolve/pending-row.ts'
import { pendingRowTable } from './company-tables.ts'

/** Loads the pending rows that share a key with the rows, or with another pending row that does. */
export async function loadPendingRows(reader: BulkReader, rows: readonly CompanyStatements[]): Promise<PendingRow[]> {
  const [any] = await reader.select('select 1 as found from pending_row limit 1', [])
  if (any === undefined) return []
  const queried = new Set<string>()
  const found: PendingRow[] = []
  for (let wanted = rows.flatMap(lookupKeys); wanted.length > 0; ) {
    for (const key of wanted) queried.add(key)
    const stored = await reader.selectIn<PendingRowTable>('pending_row', 'lookup_key', wanted)
    const more = stored.map(({ lookup_key, digest, content, run }) => ({
      lookupKey: lookup_key,
      digest,
      row: readRowContent(content),
      run: run ?? 0,
    }))
    found.push(...more)
    wanted = more.flatMap(({ row }) => lookupKeys(row)).filter((key) => !queried.has(key))
  }
  return found.sort((a, b) => (a.digest < b.digest ? -1 : 1))
}

export async function savePendingRows(session: BulkSession, { added, applied }: PendingChanges): Promise<void> {
  await session.remove(
    pendingRowTable,
    applied.map(({ lookupKey, digest }) => ({ lookup_key: lookupKey, digest })),
  )
  await session.write(
    pendingRowTable,
    added.map(({ lookupKey, digest, row, run }) => ({ lookup_key: lookupKey, digest, content: contentOf(row), run })),
  )
}
