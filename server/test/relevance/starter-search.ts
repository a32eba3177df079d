import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../../src/domain/clock.ts'
import type { IndexableCompany } from '../../src/domain/indexable-company.ts'
import { createCompanyRepository } from '../../src/features/company/company.repository.ts'
import { loadStarter } from '../../src/importers/load-starter.ts'
import { openSqliteCompanySearch, type SqliteCompanySearch } from '../../src/indexing/sqlite-company-search.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'

export type StarterSearch = { companies: IndexableCompany[]; search: SqliteCompanySearch; close: () => Promise<void> }

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** The shipped companies, imported as at a first start, and a search over them. The demonstration companies stay out. */
export async function openStarterSearch(): Promise<StarterSearch> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-starter-'))
  const database = openDatabase({ dataDir })
  const reference = loadReferenceData({ demo: false })
  await migrate(database.db)
  await loadStarter({ database, clock: systemClock, reference, demo: false })
  const records = createCompanyRepository({ db: database.db, clock: systemClock, reference, includeDemo: false })
  const companies: IndexableCompany[] = []
  for await (const company of records.streamIndexable()) companies.push(company)
  const search = openSqliteCompanySearch({
    directory: path.join(dataDir, 'search'),
    workers: 1,
    queueLimit: 100,
    source: { revision: () => records.revision(), companies: () => records.streamIndexable() },
    clock: systemClock,
    log: silent,
    checkEvery: 0,
  })
  await search.refresh()
  return {
    companies,
    search,
    close: async () => {
      await search.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
