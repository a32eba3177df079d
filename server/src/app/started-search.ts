import type { Database } from '../platform/database/database.ts'
import type { CompanySearch } from '../search/company-search.ts'

export type StartedSearch = {
  /** `whenReady` resolves when an index is in use for the first time. */
  index: CompanySearch & { whenReady(): Promise<void> }
  /** Call it when the database can be read; then the index starts to follow it. */
  follow: (db: Database) => void
}
