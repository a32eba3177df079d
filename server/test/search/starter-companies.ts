import { rm } from 'node:fs/promises'
import { systemClock } from '../../src/domain/clock.ts'
import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { createCompanySource } from '../../src/features/company/company-source.repository.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { copyStarterStore } from './starter-store.ts'

/** The companies of the first start with demonstration data, as its index reads them. */
export async function loadStarterCompanies(): Promise<IndexableCompany[]> {
  const dataDir = await copyStarterStore({ demo: true })
  const database = openDatabase({ dataDir })
  try {
    const reference = loadReferenceData({ demo: true })
    const source = createCompanySource({ db: database.db, clock: systemClock, reference, includeDemo: true })
    const companies: IndexableCompany[] = []
    for await (const company of source.companies()) companies.push(company)
    return companies
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
