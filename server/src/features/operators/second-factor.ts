import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import type { Cipher } from '../../platform/crypto/cipher.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import type { OperatorTable } from '../../platform/database/tables/operator.ts'

/** Without 0 1 I L O, because the codes are written down. */
const recoveryLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const RECOVERY_CODES = 10
const HALF_CODE = 4

const half = (random: Random) =>
  Array.from({ length: HALF_CODE }, () => recoveryLetters.charAt(random.integer(recoveryLetters.length))).join('')

/** Codes that each replace one code of the authenticator, as in 4K7M-Q2XD. */
export const newRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${half(random)}-${half(random)}`)

/** The form that is hashed; null: the text has another form. */
function parseRecoveryCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return code.length === 2 * HALF_CODE && Array.from(code).every((letter) => recoveryLetters.includes(letter))
    ? code
    : null
}

const SECRET_BYTES = 20
const STEP_MS = 30_000
const ISSUER = '百企查后台'

const codePattern = /^\d{6}$/

/** A new secret, in base 32. */
export const newTotpSecret = (random: Random): string =>
  new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32

/** Address that an authenticator reads from a QR code. */
export const totpAddress = (secret: string, name: string): string =>
  new TOTP({ issuer: ISSUER, label: name, secret: Secret.fromBase32(secret) }).toString()

/** The time step of a code, at most one before or after the present one; null: the code is wrong. */
function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!codePattern.test(code)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / STEP_MS) + delta
}

/** Computed for operators that do not exist, so that the answer takes the same time. */
const DUMMY_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export function createSecondFactor(deps: { clock: Clock; cipher: Cipher; hmac: Hmac }) {
  const { clock, cipher, hmac } = deps
  const hashOf = (operatorId: string, code: string) => hmac('operator recovery code', operatorId, code)

  return {
    /**
     * Accepts a code of the authenticator, each time step once, or a recovery code, which is then used up. `row`: null for an
     * operator that does not exist.
     */
    async accept(tx: Database, row: OperatorTable | null, typed: string): Promise<boolean> {
      const secret = row?.totp_secret == null ? DUMMY_SECRET : cipher.open(row.totp_secret)
      const step = stepOfCode(secret, typed.normalize('NFKC').replaceAll(/\s/g, ''), clock.now())
      if (row === null || row.totp_secret === null) return false
      if (step !== null) {
        // A reset while the password was checked ends the login.
        return tx
          .updateTable('operator')
          .set({ totp_step: step })
          .where('id', '=', row.id)
          .where('totp_step', '<', step)
          .where('totp_secret', '=', row.totp_secret)
          .$call(changesRow)
      }
      const code = parseRecoveryCode(typed)
      if (code === null) return false
      return tx
        .deleteFrom('operator_recovery_code')
        .where('operator_id', '=', row.id)
        .where('code_hash', '=', hashOf(row.id, code))
        .$call(changesRow)
    },

    /** Replaces the recovery codes of an operator. */
    async storeRecoveryCodes(tx: Database, operatorId: string, codes: readonly string[]): Promise<void> {
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
export type SecondFactor = ReturnType<typeof createSecondFactor>
