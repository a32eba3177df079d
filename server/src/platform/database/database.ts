import type { Kysely } from 'kysely'
import type {
  CompanyChangeTable,
  CompanyKeyTable,
  CompanyListingTable,
  CompanyNameTable,
  CompanyTable,
  ImportRunTable,
  SourceTable,
} from './tables/company.ts'

/** Every table, one line each. */
export type Tables = {
  source: SourceTable
  company: CompanyTable
  company_name: CompanyNameTable
  company_listing: CompanyListingTable
  company_key: CompanyKeyTable
  company_change: CompanyChangeTable
  import_run: ImportRunTable
}

export type Database = Kysely<Tables>
