import { contactTypeOf } from '@baiqicha/contract/records/contact/contact-type'
import type { ContactFilter } from '@baiqicha/contract/search-vocabulary'
import { contactsIn } from '../contacts/contact-value.ts'
import { maskNumbersIn } from '../masking/masking.ts'

/** A published phone number for output: mobile numbers masked, landlines whole (PRODUCT B0). */
export const publicPhone = (phone: string) => maskNumbersIn(phone).replace(/^[+\s(]+(?=1\d\d\*)/, '')

const landline = /^(?:[+(]|0|[48]00|9[56]\d{3})[\d\s().-]{4,24}?(?:\s*(?:转|ext\.?|x|-)\s*\d{1,6})?$/i

/** Whether a text is one landline, or one number abroad, in a notation that `contactsIn` need not read. */
const isLandline = (text: string) => {
  const most = /^(?:\+|00)/.test(text) ? 15 : 12
  const digits = text.replace(/(?:转|ext\.?|x|-)\s*\d{1,6}$/i, '').replace(/\D/g, '')
  return landline.test(text) && digits.length <= most && maskNumbersIn(text) === text
}

const isPhone = (contact: string) => /^[\d\s().*+·转extEXT-]+$/u.test(contact) && contactTypeOf(contact) !== '邮箱'

/** The phone numbers in a cell: the cell itself when it is one number, else each of its numbers. */
export function phonesIn(cell: string): string[] {
  const text = cell
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  return isLandline(text) ? [text] : contactsIn(text).filter(isPhone)
}

/** Published phone numbers for output, each once. What is no phone number is left out. */
export const publicPhones = (cells: readonly string[]): string[] => [
  ...new Set(cells.flatMap((cell) => phonesIn(cell).map(publicPhone))),
]

/** A web address for output; null with a personal number in it: a link with a masked number leads nowhere. */
export const publicWebsite = (website: string | null) =>
  website === null || maskNumbersIn(website) === website ? website : null

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
  if (at > 0 && maskNumbersIn(email) === email && (host === domain || host.endsWith(`.${domain}`))) return email
  return `${email.slice(0, 1)}***@${domain}`
}

const filters = { 手机: ['mobile'], 固话: ['landline'], 邮箱: ['email'], 网址: [] } as const

/** The filter that finds companies with this contact; none for a web address. */
export const contactFilterOf = (value: string): readonly ContactFilter[] => filters[contactTypeOf(value)]
