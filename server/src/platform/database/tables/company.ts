import type { FieldGroup } from '@baiqicha/contract/company-detail'
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

/** How often a source said one thing and then, of the same date, another: what was taken of it before is read again. */
export type SourceRestatementTable = { source_id: string; times: number }

/** Source and as-of of each group of fields: the one that most facts of the group share. */
type GroupProvenance = Record<`${FieldGroup}_source` | `${FieldGroup}_as_of`, string | null>

export type CompanyTable = GroupProvenance & {
  id: string
  credit_code: string | null
  registration_number: string | null
  name: string
  /** `name` normalised for comparison (domain/company-name.ts). */
  name_key: string
  name_english: string | null
  /** Of the listing, as the exchange shows it now. */
  short_name: string | null
  /** Its strongest key, which its id is made from; `name` where it has none or is put together by its name alone. */
  matched_by: 'creditCode' | 'registrationNumber' | 'sourceKey' | 'name'
  status: string | null
  status_raw: string | null
  business_type: string | null
  joint_stock_type: string | null
  legal_representative: string | null
  legal_representative_title: string | null
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
  /** JSON: for each fact (contract's `Fact`) that came from elsewhere than its group, [source, as-of]. */
  other_origins: string
  /** Smaller is more prominent: the static rank bucket of the search index. */
  prominence: number
  is_listed: Flag
  is_demo: Flag
  created_at: Instant
  updated_at: Instant
}

export type CompanyNameTable = {
  company_id: string
  kind: 'former' | 'formerShort' | 'alias'
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
  /** 上市, or what the source says of a stock that is not; null where it says nothing. */
  state: string | null
  listed_on: DateText | null
  delisted_on: DateText | null
}

/** A key that sources give a company. Sources that share a scheme (stock codes) share its keys. */
export type CompanyKeyTable = { scheme: string; source_key: string; company_id: string }

/** Full names a company was told by that are not the one in use: by them, too, it may be recognised. */
export type CompanyKnownNameTable = { name_key: string; company_id: string }

/** What is known under one code or key of a company that was put together by its name: it can be taken apart again. */
export type CompanyPartTable = { id: string; company_id: string; content: string }

/** An id that a company had until a stronger key of it was told; addresses with it lead to the company still. */
export type CompanyFormerIdTable = { id: string; company_id: string }

/** A row that names its company by a code or key which no company has yet. */
export type PendingRowTable = { lookup_key: string; digest: string; content: string }

/** The rows of one file that need not be taken again: which they are, and under which conditions they were taken. */
export type RowFingerprintListTable = { id: string; conditions: string; generation: number }

/** Fingerprints of rows taken, eight bytes each, in the order of the file, a batch a row. */
export type RowFingerprintBatchTable = { list_id: string; generation: number; from_row: number; fingerprints: string }

/** One row for each change of a company, one that is gone too, in order: what the search index follows. */
export type CompanyChangeTable = {
  seq: Generated<number>
  company_id: string
  at: ColumnType<Instant, Instant, never>
}

/** How far an import of one file has come. Written in the transaction of the rows it counts. */
export type ImportRunTable = {
  /** Fingerprint of file, source and mapping: the same import is recognised and taken up again. */
  id: string
  file_name: string
  state: 'running' | 'done'
  rows_read: number
  created: number
  changed: number
  unchanged: number
  /** Rows set aside until their company is told. */
  pending: number
  rejected: number
  /** Rows that the law keeps from the public. */
  excluded: number
  /** Newest as-of of the rows read, of an import of records. */
  as_of: string | null
  /** Length of the reject file that belongs to the rows counted. */
  rejects_bytes: number
  started_at: Instant
  updated_at: Instant
}
