import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../domain/clock.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { createOperatorAudit } from '../../platform/operator-audit.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { createCompanyImporter } from '../company/import-companies.ts'
import { loadCompanyMapping } from '../company/parse/company-mapping.ts'
import { type ImportProgress, STARTER_OPERATOR } from '../file/import-request.ts'
import type { ImportSummary } from '../file/import-summary.ts'
import { registerSources, shippedSources } from '../file/sources.ts'
import { loadStarterRecords } from './load-starter-records.ts'

export type StarterRequest = {
  database: OpenDatabase
  clock: Clock
  reference: ReferenceData
  hiddenNumbers: HiddenNumbers
  /** Whether to import the demonstration companies and their records (DEMO_DATA). */
  demo: boolean
  onProgress?: (progress: ImportProgress) => void
}

const listed = [
  { file: 'starter/companies.csv.gz', sourceId: 'exchange-list', mapping: 'listed-companies' },
  { file: 'starter/name-changes.csv.gz', sourceId: 'short-name-changes', mapping: 'listed-name-changes' },
]
const lists = { file: 'starter/list-companies.csv.gz', sourceId: 'sasac-list', mapping: 'list-companies' }
const fictional = { file: 'demo/companies.ndjson', sourceId: 'demo', mapping: 'canonical' }

const hiddenInDemo = fileURLToPath(new URL('../../../../data/demo/hidden-numbers.txt', import.meta.url))

/** Hides the numbers of the demonstration data whose owners opted out. */
async function hideDemoNumbers({ database, clock, hiddenNumbers }: StarterRequest) {
  const audit = createOperatorAudit({ clock, random: systemRandom })
  for (const value of readFileSync(hiddenInDemo, 'utf8').trim().split('\n')) {
    const number = { value, addedBy: 'operator', reason: '演示：本人申请' } as const
    await database.db.transaction().execute(async (tx) => {
      if (!(await hiddenNumbers.hide(tx, number, clock.now()))) return
      await audit(tx, {
        operator: STARTER_OPERATOR,
        action: 'numberHidden',
        subject: hiddenNumbers.referenceOf(value),
        before: { hidden: false },
        after: { hidden: true },
        reason: number.reason,
      })
    })
  }
}

/** Result per file, in the order of import. */
export type StarterSummary = { companies: ImportSummary[]; records: ImportSummary[] }

/**
 * Imports the data that ships; the tables must be migrated. Runs at every start: it skips files that are done and
 * resumes an interrupted one. Throws while another import runs.
 */
export async function loadStarter(request: StarterRequest): Promise<StarterSummary> {
  const { database, clock, hiddenNumbers, demo, onProgress } = request
  const sources = await registerSources(database.db, shippedSources)
  const importer = createCompanyImporter({ database, clock, reference: request.reference, hiddenNumbers })
  const companies: ImportSummary[] = []
  for (const { file, sourceId, mapping } of [...listed, lists, ...(demo ? [fictional] : [])]) {
    const summary = await importer.run({
      file: fileURLToPath(new URL(`../../../../data/${file}`, import.meta.url)),
      sourceId,
      mapping: loadCompanyMapping(mapping),
      rejectsFile: null,
      skipIfDone: true,
      withoutEvents: true,
      ...(onProgress !== undefined && { onProgress }),
    })
    companies.push(summary)
  }
  const records = await loadStarterRecords({ database, clock, hiddenNumbers, sources }, demo, onProgress)
  if (demo && records.some(({ skipped }) => !skipped)) await hideDemoNumbers(request)
  return { companies, records }
}
