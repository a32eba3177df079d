import type { BulkSession } from '../../../platform/database/bulk-session.ts'
import type { WaitingRowTable } from '../../../platform/database/tables/company.ts'
import type { CompanyStatements } from '../parse/statement.ts'
import type { PendingChanges } from '../resolve/company-batch.ts'
import { contentOf, lookupKeys, type PendingRow, readContent } from '../resolve/pending-row.ts'
import { waitingRowTable } from './company-tables.ts'

/** Rows that wait for any of the companies, and those that wait for what these would bring. */
export async function loadPendingRows(session: BulkSession, rows: readonly CompanyStatements[]): Promise<PendingRow[]> {
  const [any] = await session.select('select slot from waiting_row limit 1', [])
  if (any === undefined) return []
  const queried = new Set<string>()
  const found: PendingRow[] = []
  for (let wanted = rows.flatMap(lookupKeys); wanted.length > 0; ) {
    for (const key of wanted) queried.add(key)
    const stored = await session.selectIn<WaitingRowTable>('waiting_row', 'slot', wanted)
    const more = stored.map(({ slot, digest, content }) => ({ lookupKey: slot, digest, row: readContent(content) }))
    found.push(...more)
    wanted = more.flatMap(({ row }) => lookupKeys(row)).filter((key) => !queried.has(key))
  }
  return found.sort((a, b) => (a.digest < b.digest ? -1 : 1))
}

export async function savePendingRows(session: BulkSession, { added, applied }: PendingChanges): Promise<void> {
  await session.remove(
    waitingRowTable,
    applied.map(({ lookupKey, digest }) => ({ slot: lookupKey, digest })),
  )
  await session.write(
    waitingRowTable,
    added.map(({ lookupKey, digest, row }) => ({ slot: lookupKey, digest, content: contentOf(row) })),
  )
}
