import { Secret, TOTP } from 'otpauth'
import type { Random } from '../../domain/random.ts'

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
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!codePattern.test(code)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / STEP_MS) + delta
}
