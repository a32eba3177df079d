import { DEACTIVATION_DAYS } from '@baiqicha/contract/account'
import type { Session } from '../../domain/account/session.ts'
import { type Clock, DAY_MS } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Audit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { findsRow } from '../../platform/database/portable-sql.ts'
import { erasePerson, type Person, type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { ErasureNotDue } from './account.personal-data.ts'
import type { SessionService } from './session.service.ts'
import type { SmsCodeService, SmsGuessError } from './sms-code.service.ts'

export type DeactivationError = SmsGuessError | { type: 'noAccount' }
/** The erasure is due, so the deactivation can no longer be revoked. */
export type RevocationError = { type: 'tooLate' }

type DeactivationDeps = {
  db: Database
  clock: Clock
  audit: Audit
  smsCodes: SmsCodeService
  sessions: SessionService
}

export function createDeactivationService(deps: DeactivationDeps) {
  const { db, clock, audit, smsCodes, sessions } = deps

  const findAccount = ({ userId }: Session) =>
    db.selectFrom('user_account').select(['mobile', 'erase_at']).where('id', '=', userId).executeTakeFirst()

  return {
    /**
     * Ends every session and schedules the erasure of the account in seven days. Requires a code for this scene, sent to
     * the account's own number.
     */
    async deactivate(session: Session, smsCode: string, address: string): Promise<Result<null, DeactivationError>> {
      const account = await findAccount(session)
      if (account === undefined) return failed({ type: 'noAccount' })
      const { userId } = session
      const who = { userId, mobile: account.mobile, address }
      const guess = { mobile: account.mobile, scene: 'deactivate', code: smsCode, address } as const
      const outcome = await smsCodes.guess(guess, async (tx) => {
        await tx
          .updateTable('user_account')
          .set({ erase_at: clock.now() + DEACTIVATION_DAYS * DAY_MS })
          .where('id', '=', userId)
          // A second deactivation does not postpone the erasure.
          .where('erase_at', 'is', null)
          .execute()
        await sessions.endAll(tx, userId)
        await audit(tx, 'deactivated', who)
        return null
      })
      if (!outcome.ok && outcome.error.type === 'wrong') await audit(db, 'deactivationFailed', who)
      return outcome
    },

    /** Cancels the scheduled erasure. Succeeds also when none is scheduled. */
    revoke: (session: Session, address: string): Promise<Result<null, RevocationError>> =>
      db.transaction().execute(async (tx) => {
        const revoked = await tx
          .updateTable('user_account')
          .set({ erase_at: null })
          .where('id', '=', session.userId)
          .where('erase_at', '>', clock.now())
          .returning('mobile')
          .executeTakeFirst()
        if (revoked !== undefined) {
          await audit(tx, 'deactivationRevoked', { userId: session.userId, mobile: revoked.mobile, address })
          return ok(null)
        }
        const isDue = await tx
          .selectFrom('user_account')
          .where('id', '=', session.userId)
          .where('erase_at', 'is not', null)
          .$call(findsRow)
        return isDue ? failed({ type: 'tooLate' as const }) : ok(null)
      }),
  }
}
export type DeactivationService = ReturnType<typeof createDeactivationService>

/** Accounts erased per run; the rest waits for the next run. */
const BATCH = 100

type ErasureDeps = { db: Database; clock: Clock; audit: Audit; register: readonly PersonalData[] }

export function createErasureService({ db, clock, audit, register }: ErasureDeps) {
  async function erase(person: Person) {
    try {
      await db.transaction().execute(async (tx) => {
        await erasePerson(tx, register, person)
        await audit(tx, 'erased', { ...person, address: '' })
      })
    } catch (error) {
      if (!(error instanceof ErasureNotDue)) throw error
    }
  }

  return {
    /**
     * Erases every account whose erasure is due, each in one transaction. Safe to run twice, and in several processes at
     * once.
     */
    async eraseDue(): Promise<void> {
      const due = await db
        .selectFrom('user_account')
        .select(['id', 'mobile'])
        .where('erase_at', '<=', clock.now())
        .orderBy('erase_at')
        .limit(BATCH)
        .execute()
      for (const { id, mobile } of due) await erase({ userId: id, mobile })
    },
  }
}
