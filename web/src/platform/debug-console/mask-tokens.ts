const MASK = '***'

/** A token by its name, in an address, a header line or JSON. */
const named = /((?:token|ticket|bindToken|smsCode|password|key)["']?\s*[:=]\s*["']?)[^"'&\s,}]+/gi

/** The text with every credential as ***: those that are named, and the token of the session wherever it stands. */
export function maskTokens(text: string, token: string | null): string {
  const masked = text.replace(named, `$1${MASK}`)
  return token === null || token === '' ? masked : masked.replaceAll(token, MASK)
}
