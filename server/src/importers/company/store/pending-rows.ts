import { type BulkReader, type BulkSession, ignoredRows } from '../../../platform/database/bulk-session.ts'
import type { ContestedKeyTable, PendingRowTable } from '../../../platform/database/tables/company.ts'
import type { PendingChanges } from '../resolve/company-batch.ts'
import { contentOf, lookupKeys, type PendingRow, readRowContent } from '../resolve/pending-row.ts'

const pendingRowTable = ignoredRows('pending_row', 'lookup_key', 'digest')
const contestedKeyTable = ignoredRows('contested_key', 'lookup_key')

/** Loads the pending rows under the lookup keys, and under those of another pending row that is found, in the order of their imports. */
export async function loadPendingRows(reader: BulkReader, keys: readonly string[]): Promise<PendingRow[]> {
  const [any] = await reader.select('select 1 as found from pending_row limit 1', [])
  if (any === undefined) return []
  const queried = new Set<string>()
  const found = new Map<string, PendingRow>()
  for (let wanted = [...keys]; wanted.length > 0; ) {
    for (const key of wanted) queried.add(key)
    const stored = await reader.selectIn<PendingRowTable>('pending_row', 'lookup_key', wanted)
    const fresh = stored.filter(({ digest }) => !found.has(digest))
    const more = fresh.map(({ digest, content, run, line }) => ({
      digest,
      row: { ...readRowContent(content), line: line ?? 0 },
      run: run ?? 0,
    }))
    for (const row of more) found.set(row.digest, row)
    wanted = more.flatMap(({ row }) => lookupKeys(row)).filter((key) => !queried.has(key))
  }
  return [...found.values()].sort((a, b) => a.run - b.run || a.row.line - b.row.line || (a.digest < b.digest ? -1 : 1))
}

export async function savePendingRows(session: BulkSession, { added, applied }: PendingChanges): Promise<void> {
  await session.remove(
    pendingRowTable,
    applied.flatMap(({ digest, row }) => lookupKeys(row).map((lookup_key) => ({ lookup_key, digest }))),
  )
  await session.write(
    pendingRowTable,
    added.flatMap(({ digest, row, run }) =>
      lookupKeys(row).map((lookup_key) => ({ lookup_key, digest, content: contentOf(row), run, line: row.line })),
    ),
  )
}

/** Those of the lookup keys that are contested: few, or none. */
export async function loadContested(reader: BulkReader, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const [any] = await reader.select('select 1 as found from contested_key limit 1', [])
  if (any === undefined) return new Set()
  const found = await reader.selectIn<ContestedKeyTable>('contested_key', 'lookup_key', [...new Set(keys)])
  return new Set(found.map(({ lookup_key }) => lookup_key))
}

export const saveContested = (session: BulkSession, keys: ReadonlySet<string>): Promise<void> =>
  session.write(
    contestedKeyTable,
    [...keys].map((lookup_key) => ({ lookup_key })),
  )
