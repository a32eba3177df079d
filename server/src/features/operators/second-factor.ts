import type { Clock } from '../../domain/clock.ts'
import type { Cipher } from '../../platform/crypto/cipher.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OperatorTable } from '../../platform/database/tables/operator.ts'
import { parseRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** Computed for operators that do not exist, so that the answer takes the same time. */
const DUMMY_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export interface SecondFactor {
  /**
   * Accepts a code of the authenticator, each time step once, or a recovery code, which is then used up. `row`: null for an
   * operator that does not exist.
   */
  accept(tx: Database, row: OperatorTable | null, typed: string): Promise<boolean>
  /** Replaces the recovery codes of an operator. */
  storeRecoveryCodes(tx: Database, operatorId: string, codes: readonly string[]): Promise<void>
}

export function createSecondFactor(deps: { clock: Clock; cipher: Cipher; hmac: Hmac }): SecondFactor {
  const { clock, cipher, hmac } = deps
  const hashOf = (operatorId: string, code: string) => hmac('operator recovery code', operatorId, code)

  return {
    async accept(tx, row, typed) {
      const secret = row?.totp_secret == null ? DUMMY_SECRET : cipher.open(row.totp_secret)
      const step = stepOfCode(secret, typed.normalize('NFKC').replaceAll(/\s/g, ''), clock.now())
      if (row === null || row.totp_secret === null) return false
      if (step !== null) {
        const accepted = await tx
          .updateTable('operator')
          .set({ totp_step: step })
          .where('id', '=', row.id)
          .where('totp_step', '<', step)
          // A reset while the password was checked ends the login.
          .where('totp_secret', '=', row.totp_secret)
          .returning('id')
          .executeTakeFirst()
        return accepted !== undefined
      }
      const code = parseRecoveryCode(typed)
      if (code === null) return false
      const used = await tx
        .deleteFrom('operator_recovery_code')
        .where('operator_id', '=', row.id)
        .where('code_hash', '=', hashOf(row.id, code))
        .returning('operator_id')
        .executeTakeFirst()
      return used !== undefined
    },

    async storeRecoveryCodes(tx, operatorId, codes) {
      await tx.deleteFrom('operator_recovery_code').where('operator_id', '=', operatorId).execute()
      await tx
        .insertInto('operator_recovery_code')
        .values(
          codes.map((code) => ({
            operator_id: operatorId,
            code_hash: hashOf(operatorId, parseRecoveryCode(code) ?? code),
          })),
        )
        .execute()
    },
  }
}
