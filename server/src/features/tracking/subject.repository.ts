import type { Random } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'

/** Random bytes of a subject: its number stays below 2^48, which JavaScript and JSON keep exactly. */
const SUBJECT_BYTES = 6

/** Subjects of sessions by the hash of their token. Hashes without a session are left out. */
export type FindSubjects = (tokenHashes: readonly string[]) => Promise<Map<string, number>>

/** A user gets a subject with the first event. It is random: nothing leads from an event to the user once it is erased. */
export const createSubjects =
  ({ db, random }: { db: Database; random: Random }): FindSubjects =>
  async (tokenHashes) => {
    const sessions = await db
      .selectFrom('session')
      .leftJoin('tracking_subject', 'tracking_subject.user_id', 'session.user_id')
      .select(['session.token_hash', 'session.user_id', 'tracking_subject.subject'])
      .where('session.token_hash', 'in', tokenHashes)
      .execute()
    const missing = new Set(sessions.flatMap(({ user_id, subject }) => (subject === null ? [user_id] : [])))
    const created = missing.size === 0 ? new Map<string, number>() : await create(db, random, [...missing])
    return new Map(
      sessions.flatMap(({ token_hash, user_id, subject }): [string, number][] => {
        const known = subject ?? created.get(user_id)
        return known === undefined ? [] : [[token_hash, known]]
      }),
    )
  }

/** Another process may create the same subject meanwhile: what is stored counts. */
async function create(db: Database, random: Random, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = userIds.map((user_id) => ({
    user_id,
    subject: Buffer.from(random.bytes(SUBJECT_BYTES)).readUIntBE(0, SUBJECT_BYTES),
  }))
  await db
    .insertInto('tracking_subject')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .selectFrom('tracking_subject')
    .select(['user_id', 'subject'])
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(stored.map(({ user_id, subject }) => [user_id, subject]))
}
