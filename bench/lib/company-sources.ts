import { systemClock } from '../../server/src/domain/clock.ts'
import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { createCompanySource } from '../../server/src/features/company/company-source.repository.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { loadReferenceData } from '../../server/src/platform/reference-data.ts'
import { generatedCompanies } from './generated-companies.ts'

/** Where a bench's companies come from: the store of a server, or the generator. */
export type CompanyOrigin = { from: 'store'; dataDir: string } | { from: 'generator'; count: number; seed: number }

export const companiesOf = (origin: CompanyOrigin): AsyncIterable<IndexableCompany> =>
  origin.from === 'store' ? storedCompanies(origin.dataDir) : generated(origin)

/** As the server streams them into its index. */
async function* storedCompanies(dataDir: string) {
  const database = openDatabase({ dataDir })
  const reference = loadReferenceData({ demo: true })
  yield* createCompanySource({ db: database.db, clock: systemClock, reference, includeDemo: true }).companies()
  await database.close()
}

async function* generated({ count, seed }: { count: number; seed: number }) {
  yield* generatedCompanies(count, seed)
}
