import type { ColumnType, Generated } from 'kysely'

/** 0 or 1: SQLite has no boolean, and both databases keep the same shape. */
export type Flag = 0 | 1
/** Calendar dates are text, YYYY-MM-DD, in both databases. */
export type DateText = string
/** Instants are whole milliseconds since 1970, UTC. */
export type Instant = number

export type SourceTable = {
  id: string
  name: string
  /** What it covers, for a reader, as in A 股上市公司. */
  scope: string
  url: string | null
  licence: string
  kind: string
  /** As exact as the source says: 2026-06-30, 2026-06 or 2026. */
  as_of: string | null
}

/** Source and as-of of one group of fields. Newer as-of wins, an empty value never overwrites. */
type GroupProvenance<G extends string> = Record<`${G}_source` | `${G}_as_of`, string | null>

export type CompanyTable = GroupProvenance<
  'identity' | 'registration' | 'people' | 'capital' | 'contact' | 'listing'
> & {
  id: string
  credit_code: string | null
  registration_number: string | null
  name: string
  /** `name` normalised for comparison (domain/company-name.ts). */
  name_key: string
  /** How the row was last recognised; `name` marks the weakest. */
  matched_by: 'creditCode' | 'registrationNumber' | 'sourceKey' | 'name'
  status: string | null
  status_raw: string | null
  business_type: string | null
  joint_stock_type: string | null
  legal_representative: string | null
  legal_representative_title: string | null
  /** As-of of the office itself, as in 2021 (the annual report's year). */
  legal_representative_as_of: string | null
  capital_value: number | null
  capital_unit: string | null
  capital_currency: string | null
  /** 万元 CNY, for bands and sorting. null where no rate is known. */
  capital_comparable: number | null
  paid_in_value: number | null
  paid_in_unit: string | null
  paid_in_currency: string | null
  founded_on: DateText | null
  approved_on: DateText | null
  term_from: DateText | null
  term_to: DateText | null
  authority: string | null
  /** GB/T 2260, six digits. */
  region_code: string | null
  /** GB/T 4754: a section letter, a division or finer. */
  industry_code: string | null
  industry_section: string | null
  address: string | null
  mail_address: string | null
  scope: string | null
  website: string | null
  email: string | null
  /** JSON array of numbers as published. */
  phones: string
  staff_size: string | null
  staff_year: number | null
  insured_count: number | null
  insured_year: number | null
  taxpayer_type: string | null
  customs_code: string | null
  ended_on: DateText | null
  ended_reason: string | null
  ended_office: string | null
  /** Smaller is more prominent: the static rank bucket of the search index. */
  prominence: number
  is_listed: Flag
  is_demo: Flag
  created_at: Instant
  updated_at: Instant
}

export type CompanyNameTable = {
  company_id: string
  kind: 'former' | 'english' | 'short' | 'formerShort' | 'alias'
  value: string
  value_key: string
  /** Empty text where unknown, so that the key stays unique. */
  valid_from: DateText
  valid_to: DateText | null
}

export type CompanyListingTable = {
  company_id: string
  exchange: string
  code: string
  old_code: string | null
  board: string | null
  /** listed, or what the source says of one that is not. */
  state: string
  listed_on: DateText | null
  delisted_on: DateText | null
}

/** The key a source gives a company, where it has one. */
export type CompanyKeyTable = { source_id: string; source_key: string; company_id: string }

/** One row for each change of a company, in order: what the search index follows. */
export type CompanyChangeTable = {
  seq: Generated<number>
  company_id: string
  at: ColumnType<Instant, Instant, never>
}
