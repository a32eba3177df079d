import type { AboutSource } from '@baiqicha/contract/about'
import { coveredTitle, uncoveredTitle } from '@baiqicha/contract/records/coverage-limits'
import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CoverageReader } from '../../records/record-coverage.ts'
import type { CompanyPopulation } from '../../search/company-search.ts'
import { createRecordTotals } from './record-totals.repository.ts'

type AboutRepositoryDeps = {
  db: Database
  clock: Clock
  coverage: () => Promise<{ companiesBySource: ReadonlyMap<string, number> }>
  coverages: Pick<CoverageReader, 'limitsOf'>
}

/** The sources with what they state, and the record kinds without a source. Demonstration data are left out. */
export function createAboutRepository({ db, clock, coverage, coverages }: AboutRepositoryDeps) {
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

    /**
     * Titles of the kinds without a source of real or demonstration companies, and of those with one. Of a kind whose sources leave kinds of
     * matter out, each list has its part: 证券简称变更, 工商变更.
     */
    async listKindCoverage(
      population: CompanyPopulation = 'real',
    ): Promise<{ unconnected: string[]; connected: string[] }> {
      const is_demo = population === 'demo' ? 1 : 0
      const kinds = await Promise.all(
        recordKindKeys.map(async (key) => ({ key, limits: await coverages.limitsOf(key, { is_demo }) })),
      )
      return {
        unconnected: kinds.flatMap(({ key, limits }) =>
          limits === null ? kindTable[key].title : (uncoveredTitle(key, [...limits]) ?? []),
        ),
        connected: kinds.flatMap(({ key, limits }) => (limits === null ? [] : coveredTitle(key, [...limits]))),
      }
    },
  }
}
