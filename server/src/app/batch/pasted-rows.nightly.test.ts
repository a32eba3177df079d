import { rm } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTools } from '../../../test/assistant/open-tools.ts'
import { pastedRows } from '../../../test/batch/pasted-rows.ts'
import { openStoreSearch } from '../../../test/relevance/store-search.ts'
import { copyStarterStore } from '../../../test/search/starter-store.ts'
import { systemClock } from '../../domain/clock.ts'
import { type BatchLookup, createBatchLookup, createExactCompanies } from '../../features/batch/batch-lookup.service.ts'
import { entriesOfRows } from '../../features/batch/list-rows.rules.ts'
import { createCompanySearchService } from '../../features/company/company-search.service.ts'
import { createIndexableRecordsRepository } from '../../features/company/indexable-records.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

/** The rows of a pasted list over the store of a first start, with the demonstration companies and the real index. */
describe('a pasted row', () => {
  let lookup: BatchLookup
  let db: Database

  beforeAll(async () => {
    const dataDir = await copyStarterStore({ demo: true })
    const database = openDatabase({ dataDir })
    const store = await openStoreSearch(dataDir, { demo: true })
    db = database.db
    const companySearch = createCompanySearchService({
      index: store.search,
      companies: openTools(db, { clock: systemClock, index: store.search }).companies,
      records: createIndexableRecordsRepository(db, systemClock),
      isHiddenNumber: async () => false,
    })
    lookup = createBatchLookup({
      findExact: createExactCompanies({ db, includeDemo: true }),
      search: (query) => companySearch.search(query),
    })
    return async () => {
      await store.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  }, 300_000)

  async function resultOf(line: string) {
    const [entry] = entriesOfRows([line.split('\t')])
    if (entry === undefined || entry.fault !== null) return { result: '无效', why: entry?.fault ?? '', names: [] }
    const [found] = await lookup.lookUp([entry])
    const ids = found === undefined ? [] : [found.companyId ?? [], found.candidates].flat()
    const rows = ids.length === 0 ? [] : await db.selectFrom('company').select('name').where('id', 'in', ids).execute()
    return { result: found?.result, why: found?.why ?? '', names: rows.map(({ name }) => name) }
  }

  it.each(pastedRows.map(({ line, result, name }) => [line.slice(0, 40), { line, result, name }] as const))(
    '%s has the result that a reader expects',
    async (_shown, { line, result, name }) => {
      const found = await resultOf(line)
      expect(found).toMatchObject({ result, names: name === undefined ? [] : expect.arrayContaining([name]) })
      if (result === '唯一匹配') expect(found.names).toEqual([name])
    },
  )
})
