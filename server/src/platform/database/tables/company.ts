import type { FieldGroup } from '@baiqicha/contract/company-facts'
import type { ColumnType, Generated } from 'kysely'
import type { FactRow } from '../../../domain/company/fact-columns.ts'

/** 0 or 1: SQLite has no boolean, and both databases have the same shape. */
export type Flag = 0 | 1

/** Calendar dates are text in both databases, YYYY-MM-DD. */
export type DateText = string

/** Instants are whole milliseconds since 1970, UTC. */
export type Instant = number

export type SourceTable = {
  id: string
  name: string
  /** What the source covers, as in A 股上市公司; shown to readers. */
  scope: string
  url: string | null
  licence: string
  kind: string
  /** With the precision of the source: 2026-06-30, 2026-06 or 2026. */
  as_of: string | null
}

/** Number of times a source restated a fact for the same date. A higher number invalidates fingerprints of its rows. */
export type SourceRestatementTable = { source_id: string; times: number }

/** Source and as-of of each field group: those that most facts of the group share. */
type GroupProvenance = Record<`${FieldGroup}_source` | `${FieldGroup}_as_of`, string | null>

/** One row per company: the columns of its facts (domain/company/fact-columns.ts), and what follows from them. */
export type CompanyTable = GroupProvenance &
  FactRow & {
    id: string
    /** A legal representative whose suppression an operator decided (records/hidden-representatives.ts); null: none. */
    hidden_representative: string | null
    /** The strongest key, from which the id is derived; `name` for a company without keys and for one merged by name. */
    matched_by: 'creditCode' | 'registrationNumber' | 'sourceKey' | 'name'
    /** 万元 CNY, for ranges and sorting; null without an exchange rate. */
    capital_comparable: number | null
    /** GB/T 4754, the letter of the section. */
    industry_section: string | null
    /** JSON: [source, as-of] of each fact (contract's `Fact`) whose origin differs from its group. */
    other_origins: string
    /** Smaller is more prominent; part of the static rank of the search index. */
    prominence: number
    is_listed: Flag
    is_demo: Flag
    created_at: Instant
    updated_at: Instant
    /** Number of the only import that stated it; 0: several, their statements are in `company_statement`; null: older. */
    only_run: number | null
  }

export type CompanyNameTable = {
  company_id: string
  kind: 'former' | 'formerShort' | 'alias'
  value: string
  value_key: string
  /** Empty text when unknown, because it is part of the key. */
  valid_from: DateText
  valid_to: DateText | null
  /** Source of a former name; null for other kinds, and for names stored before the column existed. */
  source: string | null
}

export type CompanyListingTable = {
  company_id: string
  exchange: string
  code: string
  old_code: string | null
  board: string | null
  /** 上市, or the source's word for a stock that is not listed; null when not stated. */
  state: string | null
  listed_on: DateText | null
  delisted_on: DateText | null
}

/** A source's own key of a company. Sources with the same scheme, as stock codes, share keys. */
export type CompanyKeyTable = { scheme: string; source_key: string; company_id: string }

/** Full names that a source ever stated, except the name in use; a company also matches by these. */
export type CompanyKnownNameTable = { name_key: string; company_id: string }

/** One draft of a company that was merged by name, so that the company can be split again. */
export type CompanyPartTable = { id: string; company_id: string; content: string }

/** A row that identifies its company by a code or key that no company has yet. */
export type PendingRowTable = {
  lookup_key: string
  digest: string
  content: string
  /** Number of its import; null: older than the numbers. */
  run: number | null
  /** Of its file; null: stored before lines were. */
  line: number | null
}

/**
 * A lookup key that several companies claim: mostly a registration number that two credit codes have. The order of the rows decides
 * which company a row with such a key joins, so each of them is a statement of its own.
 */
export type ContestedKeyTable = { lookup_key: string }

/** The fingerprints of one file: their current generation, and the conditions under which they are valid. */
export type RowFingerprintListTable = { id: string; conditions: string; generation: number }

/** Fingerprints of one batch of rows, eight bytes each, in the order of the file. */
export type RowFingerprintBatchTable = { list_id: string; generation: number; from_row: number; fingerprints: string }

/** Progress of the import of one file, written in the transaction of the rows that it counts. */
export type ImportRunTable = {
  /** Hash of file, source and mapping; identifies an import that can be resumed. */
  id: string
  file_name: string
  state: 'running' | 'done'
  rows_read: number
  created: number
  changed: number
  unchanged: number
  /** Rows stored until their company exists. */
  pending: number
  rejected: number
  /** Rows that the law excludes from publication. */
  excluded: number
  /** Newest as-of of the rows read; null for companies. */
  as_of: string | null
  /** Committed length of the file of rejected rows. */
  rejects_bytes: number
  started_at: Instant
  updated_at: Instant
}

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

export type CompanyTables = {
  source: SourceTable
  source_restatement: SourceRestatementTable
  company: CompanyTable
  company_name: CompanyNameTable
  company_listing: CompanyListingTable
  company_key: CompanyKeyTable
  company_known_name: CompanyKnownNameTable
  company_part: CompanyPartTable
  /** A former id of a company, given up for one of a stronger key. Addresses with it lead to the company. */
  company_former_id: { id: string; company_id: string }
  pending_row: PendingRowTable
  contested_key: ContestedKeyTable
  row_fingerprint_list: RowFingerprintListTable
  row_fingerprint_batch: RowFingerprintBatchTable
  /** Changes of companies in order, also of companies whose id was given up; the search index follows them. */
  company_change: {
    seq: Generated<number>
    company_id: string
    at: ColumnType<Instant, Instant, never>
  }
  import_run: ImportRunTable
  company_contact: CompanyContactTable
  hidden_number: HiddenNumberTable
}
