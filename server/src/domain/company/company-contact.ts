import { maskMobile } from '../mask.ts'

/** Digits of a published mobile number of mainland China, in any notation; null for any other number. */
export function mobileDigits(phone: string): string | null {
  const digits = phone.replace(/[\s-]/g, '').replace(/^(\+|00)?86(?=1)/, '')
  return /^1[3-9]\d{9}$/.test(digits) ? digits : null
}

/** A published phone number for output: mobile numbers masked, landlines whole (PRODUCT B0). */
export const publicPhone = (phone: string) => {
  const digits = mobileDigits(phone)
  return digits === null ? phone : maskMobile(digits)
}

const hostOf = (website: string | null) =>
  (website ?? '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/:?#].*$/, '')

/** An e-mail address for output: whole only when it belongs to the company's own domain. */
export function publicEmail(email: string | null, website: string | null): string | null {
  if (email === null) return null
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const host = hostOf(website)
  if (at > 0 && (host === domain || host.endsWith(`.${domain}`))) return email
  return `${email.slice(0, 1)}***@${domain}`
}
