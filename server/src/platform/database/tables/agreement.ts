import type { AgreementType } from '@baiqicha/contract/agreements'
import type { Instant } from './company.ts'

/**
 * Every published version of an agreement. Triggers refuse updates and deletes. In force is the version with the highest number
 * among those whose day has come, and the first one before.
 */
export type AgreementVersionTable = {
  type: AgreementType
  /** Counts from 1 in each type. */
  number: number
  title: string
  /** As readers see it: the day, with `.2` for a second version of that day. Greater than that of the version before. */
  version: string
  /** Version to which users consent; a version that needs no new consent has that of the version before. */
  consent_version: string
  /** Day in China, YYYY-MM-DD. */
  effective_on: string
  change_summary: string | null
  /** Markdown; placeholders are in 【】. */
  text: string
  /** JSON of the values of the placeholders, by name. */
  fields: string
  /** The operator, or `product` for the files. */
  author: string
  published_at: Instant
}

/** The draft of the next version, one of each type. */
export type AgreementDraftTable = {
  type: AgreementType
  text: string
  change_summary: string | null
  /** Random; a new one with each change, so that no operator overwrites another's. */
  revision: string
  editor: string
  saved_at: Instant
}

/** Values of the placeholders of all agreements, for the next publication. */
export type AgreementFieldTable = { name: string; value: string }
