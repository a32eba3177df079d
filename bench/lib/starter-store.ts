import { TestServer } from '../../e2e/lib/server.ts'
import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { keptStore } from './bench-store.ts'
import { companiesOf } from './company-sources.ts'
import type { Sample } from './sample.ts'

/** The DATA_DIR of a server with the companies that ship, after a first start. */
export const openStarterStore = (): Promise<string> =>
  keptStore({
    name: 'starter',
    madeFrom: 'what ships, brought up to date at every start',
    gibibytes: 1,
    build: async (folder) => {
      const server = await TestServer.create({ DATA_DIR: folder })
      try {
        await server.start()
      } finally {
        await server.dispose()
      }
    },
  })

/** All companies of that store, to draw queries from. */
export async function readStarterSample(dataDir: string): Promise<Sample> {
  const everyone: IndexableCompany[] = []
  for await (const company of companiesOf({ from: 'store', dataDir })) everyone.push(company)
  return {
    everyone,
    withPerson: everyone.filter((company) => company.legalRepresentative !== null),
    withPhone: everyone.filter((company) => company.phones.length > 0),
  }
}
