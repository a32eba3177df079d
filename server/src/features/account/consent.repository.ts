import type { DeviceType } from '@baiqicha/contract/account'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'

/** Consent of an account to one set of agreements, given on one type of device. */
export type Consent = { userId: string; agreementVersion: string; deviceType: DeviceType }

export const createConsentRepository = ({ clock, random }: { clock: Clock; random: Random }) => ({
  findVersion,

  /** Stores a consent unless the newest stored one has the same version. */
  async record(tx: Database, { userId, agreementVersion, deviceType }: Consent): Promise<void> {
    if ((await findVersion(tx, userId)) === agreementVersion) return
    await tx
      .insertInto('consent')
      .values({
        id: randomId(random, 'n'),
        user_id: userId,
        agreement_version: agreementVersion,
        at: clock.now(),
        device_type: deviceType,
      })
      .execute()
  },
})
export type ConsentRepository = ReturnType<typeof createConsentRepository>

/** Newest version the account agreed to; null when it never agreed to any. `db` may be a transaction. */
async function findVersion(db: Database, userId: string): Promise<string | null> {
  const newest = await db
    .selectFrom('consent')
    .select('agreement_version')
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('agreement_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.agreement_version ?? null
}
