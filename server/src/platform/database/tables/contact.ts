import type { Flag, Instant } from './company.ts'

/** Numbers, mailboxes and web addresses in the own fields of companies, so that one look-up finds all companies with one. */
export type CompanyContactTable = {
  /** `t:` and the normalised contact (domain/contacts/contact-value.ts). */
  number_key: string
  company_id: string
  is_hidden: Flag
}

/** A number that its owner or an operator hid: no source may show it. */
export type HiddenNumberTable = {
  /** HMAC of the number key; imports compare it. */
  number_hmac: string
  /** The number, encrypted. */
  number_sealed: string
  added_by: 'owner' | 'operator'
  reason: string | null
  hidden_at: Instant
}
