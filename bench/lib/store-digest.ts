import { createHash } from 'node:crypto'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'

/** What is known of companies in the end; not when it came, nor what an id was before. */
const tables = {
  company: 'id',
  company_name: 'company_id, kind, value, valid_from',
  company_listing: 'company_id, exchange, code',
  company_key: 'scheme, source_key',
  company_known_name: 'name_key, company_id',
  company_part: 'id',
  pending_row: 'lookup_key, digest',
}

const instants = new Set(['created_at', 'updated_at'])

/** One text for each table of a SQLite store: rows counted, and a digest of all that is in them. */
export async function digestStore(dataDir: string): Promise<Map<string, string>> {
  const database = openDatabase({ dataDir })
  if (database.kind !== 'sqlite') throw new Error('a folder without DATABASE_URL is SQLite')
  const digests = new Map<string, string>()
  for (const [table, order] of Object.entries(tables)) {
    const hash = createHash('sha256')
    let count = 0
    for (const row of database.sqlite.prepare<[], object>(`select * from ${table} order by ${order}`).iterate()) {
      hash.update(JSON.stringify(Object.entries(row).filter(([column]) => !instants.has(column))))
      count += 1
    }
    digests.set(table, `${count} rows ${hash.digest('hex').slice(0, 12)}`)
  }
  await database.close()
  return digests
}
