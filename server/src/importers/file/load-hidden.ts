import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { type Suppressions, selectSuppressions, suppressionsFrom } from '../../records/suppressions.ts'

export type LoadHiddenNumbersDeps = { session: BulkSession; database: OpenDatabase; hiddenNumbers: HiddenNumbers }

/**
 * The keys that are hidden among those of a batch. Blocks new ones until commit: an owner who hides a number then finds what
 * this batch stores.
 */
export async function loadHiddenNumbers(
  { session, database, hiddenNumbers }: LoadHiddenNumbersDeps,
  numberKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (numberKeys.length === 0) return new Set()
  if (database.kind === 'postgres') await session.execute('lock table hidden_number in share mode', [])
  // The HMACs and their look-up are a fifteenth of the work of a contact, and many stores hide no number.
  const [first] = await session.select('select 1 as found from hidden_number limit 1', [])
  if (first === undefined) return new Set()
  return hiddenNumbers.hiddenAmong((hmacs) => session.selectIn('hidden_number', 'number_hmac', hmacs), numberKeys)
}

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
