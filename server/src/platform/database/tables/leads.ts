import type { Instant } from './company.ts'

export type ContactUseKind = 'reveal' | 'dial' | 'export'

/** Uses of contacts that are limited per day. Rows of the last 24 hours count; older ones are deleted. */
export type ContactUseTable = {
  id: string
  user_id: string
  kind: ContactUseKind
  /** Id of a company; of a search by mobile number, the HMAC of the number; empty for an export. */
  subject: string
  at: Instant
}
