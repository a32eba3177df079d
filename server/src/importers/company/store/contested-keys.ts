import type { BulkReader, BulkSession } from '../../../platform/database/bulk-session.ts'
import type { ContestedKeyTable } from '../../../platform/database/tables/company.ts'
import { contestedKeyTable } from './company-tables.ts'

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
