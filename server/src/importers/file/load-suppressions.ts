import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { type Suppressions, selectSuppressions, suppressionsFrom } from '../../records/suppressions.ts'

/**
 * Reads the suppressions and blocks new ones until commit: an operator who adds one then finds what this batch stores. By the
 * session: the time limit of requests would end a batch on a machine that is busy.
 */
export async function loadSuppressions({
  session,
  database,
}: {
  session: BulkSession
  database: OpenDatabase
}): Promise<Suppressions> {
  if (database.kind === 'postgres') await session.execute('lock table suppression in share mode', [])
  return suppressionsFrom(await session.query(selectSuppressions(database.db).compile()))
}
