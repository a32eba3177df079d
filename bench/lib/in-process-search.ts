import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SearchQuery } from '@baiqicha/contract/company-search'
import type { LeadSearchQuery } from '@baiqicha/contract/leads'
import { SEARCH_THREADS } from '../../server/src/app/admission-rules.ts'
import type { FollowerThreadData } from '../../server/src/app/index-follower.worker.ts'
import { systemClock } from '../../server/src/domain/clock.ts'
import { createCompanyRepository } from '../../server/src/features/company/company.repository.ts'
import { createCompanySearchService } from '../../server/src/features/company/company-search.service.ts'
import { createCompanySource } from '../../server/src/features/company/company-source.repository.ts'
import { createPassingCompanies } from '../../server/src/features/company/filtered-companies.repository.ts'
import { createIndexableRecordsRepository } from '../../server/src/features/company/indexable-records.repository.ts'
import type { Caller } from '../../server/src/features/leads/contact-quota.service.ts'
import { indexFiltersOf } from '../../server/src/features/leads/lead-filters.rules.ts'
import { createLeadsService } from '../../server/src/features/leads/leads.service.ts'
import { loadHmacKey } from '../../server/src/platform/crypto/hmac.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { createLogger } from '../../server/src/platform/log/logger.ts'
import { loadReferenceData } from '../../server/src/platform/reference-data.ts'
import { createCompanyContacts } from '../../server/src/records/company-contacts.ts'
import { createHiddenNumbersOf } from '../../server/src/records/hidden-numbers.ts'
import { createCompanyRecords } from '../../server/src/records/record-counts.ts'
import { openEmbeddedCompanySearch } from '../../server/src/search/embedded-company-search.ts'
import { startFollowerThread } from '../../server/src/search/refresh/index-follower-thread.ts'

const QUEUE = 256
const followerModule = new URL('../../server/src/app/index-follower.worker.ts', import.meta.url)

/** Database and index of a store, with the same threads as in the server. No server may run on the store. */
async function openStore(dataDir: string) {
  const log = createLogger('error', (line) => process.stderr.write(line))
  const database = openDatabase({ dataDir })
  const data: FollowerThreadData = { directory: path.join(dataDir, 'index'), location: { dataDir }, demoData: true }
  const index = openEmbeddedCompanySearch({
    workers: SEARCH_THREADS,
    queueLimit: QUEUE,
    startFollower: startFollowerThread({ module: followerModule, data, log }),
    clock: systemClock,
    log,
  })
  const reference = loadReferenceData({ demo: true })
  const readers = { db: database.db, clock: systemClock, includeDemo: true }
  const companies = createCompanyRepository({ ...readers, reference, records: createCompanyRecords(readers) })
  while (!index.state().ready) await wait(50)
  const close = async () => {
    await index.close()
    await database.close()
  }
  return { readers, reference, companies, index, close }
}

/** The search service of the route, without HTTP. */
export async function openInProcessSearch(dataDir: string) {
  const { readers, companies, index, close } = await openStore(dataDir)
  const records = createIndexableRecordsRepository(readers.db, systemClock)
  const service = createCompanySearchService({ index, companies, records, isHiddenNumber: async () => false })
  return { search: (query: SearchQuery) => service.search(query), close }
}

/** The service of 找商机 as a member uses it, without HTTP and without daily limits, and its query of the index alone. */
export async function openInProcessLeads(dataDir: string) {
  const { readers, reference, companies, index, close } = await openStore(dataDir)
  const hiddenNumbers = createHiddenNumbersOf(loadHmacKey(dataDir))
  const service = createLeadsService({
    db: readers.db,
    clock: systemClock,
    hmac: (...parts) => parts.join(' '),
    index,
    companies,
    contacts: createCompanyContacts({ ...readers, hiddenNumbers }),
    passing: createPassingCompanies({ source: createCompanySource({ ...readers, reference }), clock: systemClock }),
    levelOf: async () => 'vip',
    quota: { spend: async () => ({ left: 1, isRepeated: true }), left: async () => 1, check: async () => undefined },
    dialMobiles: false,
  })
  const caller: Caller = {
    session: { id: 's-bench', userId: 'u-bench', tokenHash: '', source: null, lastWriteAt: 0 },
    address: '',
  }
  const find = (query: LeadSearchQuery) =>
    index.search({
      keyword: query.keyword === '' ? null : query.keyword,
      within: 'offer',
      filters: indexFiltersOf(query),
      sort: 'relevance',
      exact: false,
      offset: 0,
      limit: query.pageSize,
    })
  return { search: (query: LeadSearchQuery) => service.search(query, caller), find, close }
}

/** Calls per second of this many callers, each of which waits for its answer before the next call. */
export async function rateOf(act: (at: number) => Promise<unknown>, callers: number, seconds: number): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000
  let next = 0
  let answered = 0
  const caller = async () => {
    while (performance.now() < endsAt) {
      await act(next++)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return answered / seconds
}
