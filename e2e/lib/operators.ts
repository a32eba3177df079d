import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator shows at a time. */
export const totpAt = (secret: string, time: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })
