import type { AboutSource } from '@baiqicha/contract/about'
import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CompanyPopulation } from '../../search/company-search.ts'
import { createRecordTotals } from './record-totals.repository.ts'

type AboutRepositoryDeps = {
  db: Database
  clock: Clock
  coverage: () => Promise<{ companiesBySource: ReadonlyMap<string, number> }>
}

/** The sources with what they state, and the record kinds without a source. Demonstration data are left out. */
export function createAboutRepository({ db, clock, coverage }: AboutRepositoryDeps) {
  const recordTotals = createRecordTotals({ db, clock })

  return {
    async listSources(): Promise<AboutSource[]> {
      const [sources, imports, companies, totals] = await Promise.all([
        db.selectFrom('source').selectAll().where('kind', '!=', 'demo').orderBy('id').execute(),
        db.selectFrom('source_import').selectAll().execute(),
        coverage(),
        recordTotals(),
      ])
      const importedAt = new Map(imports.map((row) => [row.source_id, row.imported_at]))
      return sources.map(({ id, name, scope, licence, url, as_of: asOf }) => {
        const last = importedAt.get(id)
        const lastImport = last === undefined ? null : new Date(last).toISOString()
        const ofKinds = totals.get(id) ?? new Map<RecordKindKey, number>()
        const records = [
          { title: '企业', count: companies.companiesBySource.get(id) ?? 0 },
          ...recordKindKeys.map((key) => ({ title: kindTable[key].title, count: ofKinds.get(key) ?? 0 })),
        ].filter(({ count }) => count > 0)
        return { id, name, scope, licence, url, asOf, lastImport, records }
      })
    },

    /** Titles of the kinds without a source, for real or demonstration companies. */
    async listUnconnectedKinds(population: CompanyPopulation = 'real'): Promise<string[]> {
      const isDemo = population === 'demo' ? 1 : 0
      const feeds = await db.selectFrom('record_feed').select('kind').distinct().where('is_demo', '=', isDemo).execute()
      const connected = new Set(feeds.map(({ kind }) => kind))
      return recordKindKeys.filter((key) => !connected.has(key)).map((key) => kindTable[key].title)
    },
  }
}
