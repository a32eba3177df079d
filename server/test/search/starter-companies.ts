import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../../src/domain/clock.ts'
import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { createCompanySource } from '../../src/features/company/company-source.repository.ts'
import { loadStarter } from '../../src/importers/starter/load-starter.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { testHiddenNumbers } from '../importers/hidden-numbers.ts'

/** The companies of the first start with demonstration data, as its index reads them. */
export async function loadStarterCompanies(): Promise<IndexableCompany[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-starter-'))
  const database = openDatabase({ dataDir })
  try {
    await migrate(database.db)
    const reference = loadReferenceData({ demo: true })
    await loadStarter({ database, clock: systemClock, reference, hiddenNumbers: testHiddenNumbers, demo: true })
    const source = createCompanySource({ db: database.db, clock: systemClock, reference, includeDemo: true })
    const companies: IndexableCompany[] = []
    for await (const company of source.companies()) companies.push(company)
    return companies
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
