import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../../src/domain/clock.ts'
import type { IndexableCompany } from '../../src/domain/indexable-company.ts'
import { createCompanySource } from '../../src/features/company/company-source.repository.ts'
import { loadStarter } from '../../src/importers/load-starter.ts'
import { startIndexFollower } from '../../src/indexing/index-follower.ts'
import { type LocalCompanySearch, openLocalCompanySearch } from '../../src/indexing/local-company-search.ts'
import { loadReadings } from '../../src/indexing/readings.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'

export type StarterSearch = { companies: IndexableCompany[]; search: LocalCompanySearch; close: () => Promise<void> }

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** The shipped companies, imported as at a first start, and a search over them. The demonstration companies stay out. */
export async function openStarterSearch(): Promise<StarterSearch> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-starter-'))
  const database = openDatabase({ dataDir })
  const reference = loadReferenceData({ demo: false })
  await migrate(database.db)
  await loadStarter({ database, clock: systemClock, reference, demo: false })
  const source = createCompanySource({ db: database.db, reference, includeDemo: false })
  const companies: IndexableCompany[] = []
  for await (const company of source.companies()) companies.push(company)
  const following = {
    directory: path.join(dataDir, 'search'),
    source,
    pronunciation: loadReadings(),
    clock: systemClock,
    log: silent,
    checkEvery: Number.POSITIVE_INFINITY,
  }
  const search = openLocalCompanySearch({
    workers: 1,
    queueLimit: 100,
    startFollower: (events) => startIndexFollower(following, events),
    clock: systemClock,
    log: silent,
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
