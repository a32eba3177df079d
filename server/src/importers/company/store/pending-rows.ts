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
  const found = new Map<string, PendingRow>()
  for (let wanted = rows.flatMap(lookupKeys); wanted.length > 0; ) {
    for (const key of wanted) queried.add(key)
    const stored = await reader.selectIn<PendingRowTable>('pending_row', 'lookup_key', wanted)
    const fresh = stored.filter(({ digest }) => !found.has(digest))
    const more = fresh.map(({ digest, content, run }) => ({ digest, row: readRowContent(content), run: run ?? 0 }))
    for (const row of more) found.set(row.digest, row)
    wanted = more.flatMap(({ row }) => lookupKeys(row)).filter((key) => !queried.has(key))
  }
  return [...found.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1))
}

export async function savePendingRows(session: BulkSession, { added, applied }: PendingChanges): Promise<void> {
  await session.remove(
    pendingRowTable,
    applied.flatMap(({ digest, row }) => lookupKeys(row).map((lookup_key) => ({ lookup_key, digest }))),
  )
  await session.write(
    pendingRowTable,
    added.flatMap(({ digest, row, run }) =>
      lookupKeys(row).map((lookup_key) => ({ lookup_key, digest, content: contentOf(row), run })),
    ),
  )
}
