import path from 'node:path'
import { systemClock } from '../../src/domain/clock.ts'
import { createCompanySource } from '../../src/features/company/company-source.repository.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { loadPronunciation } from '../../src/search/analysis/pronunciation.ts'
import { type EmbeddedCompanySearch, openEmbeddedCompanySearch } from '../../src/search/embedded-company-search.ts'
import { startIndexFollower } from '../../src/search/refresh/index-follower.ts'
import { type KnownCompany, knownFrom } from './facts.ts'

export type StoreSearch = { companies: KnownCompany[]; search: EmbeddedCompanySearch; close: () => Promise<void> }

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** The companies of a DATA_DIR and a search over the index that the server has there. No server may run on it. */
export async function openStoreSearch(dataDir: string, { demo }: { demo: boolean }): Promise<StoreSearch> {
  const database = openDatabase({ dataDir })
  const source = createCompanySource({
    db: database.db,
    clock: systemClock,
    reference: loadReferenceData({ demo }),
    includeDemo: demo,
  })
  const companies: KnownCompany[] = []
  for await (const company of source.companies()) companies.push(knownFrom(company))
  const following = {
    directory: path.join(dataDir, 'index'),
    source,
    pronunciation: loadPronunciation(),
    clock: systemClock,
    log: silent,
    checkEvery: Number.POSITIVE_INFINITY,
  }
  const search = openEmbeddedCompanySearch({
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
    },
  }
}
