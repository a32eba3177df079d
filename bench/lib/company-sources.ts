import { systemClock } from '../../server/src/domain/clock.ts'
import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { createCompanySource } from '../../server/src/features/company/company-source.repository.ts'
import { type DatabaseLocation, openDatabase } from '../../server/src/platform/database/open-database.ts'
import { loadReferenceData } from '../../server/src/platform/reference-data.ts'
import type { IdRange } from '../../server/src/search/company-source.ts'
import { generatedCompanies } from './generated-companies.ts'

/** Where the companies of a bench come from: the store of a server, or the generator. */
export type CompanyOrigin = ({ from: 'store' } & DatabaseLocation) | { from: 'generator'; count: number; seed: number }

/** Streams all companies, or those of a range of a store, as the server streams them into its index. */
export async function* companiesOf(
  origin: CompanyOrigin,
  range?: IdRange,
): AsyncGenerator<IndexableCompany, void, undefined> {
  if (origin.from === 'generator') {
    yield* generatedCompanies(origin.count, origin.seed)
    return
  }
  const database = openDatabase(origin)
  const reference = loadReferenceData({ demo: true })
  yield* createCompanySource({ db: database.db, clock: systemClock, reference, includeDemo: true }).companies(range)
  await database.close()
}
