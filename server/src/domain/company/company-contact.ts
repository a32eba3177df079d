import { maskMobile, maskMobilesIn } from '../mask.ts'

/** A published phone number for output: mobile numbers masked, landlines whole (PRODUCT B0). */
export const publicPhone = (phone: string) => {
  const digits = phone.replace(/[\s-]/g, '').replace(/^(\+|00)?86(?=1)/, '')
  return /^1[3-9]\d{9}$/.test(digits) ? maskMobile(digits) : phone
}

const hostOf = (website: string | null) =>
  (website ?? '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/:?#].*$/, '')

/** An e-mail address for output: whole only at the company's own domain, and without a mobile number. */
export function publicEmail(email: string | null, website: string | null): string | null {
  if (email === null) return null
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const host = hostOf(website)
  if (at > 0 && maskMobilesIn(email) === email && (host === domain || host.endsWith(`.${domain}`))) return email
  return `${email.slice(0, 1)}***@${domain}`
}
