import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { Clock } from '../../domain/clock.ts'
import { createOperatorAudit } from '../../platform/audit.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { createCompanyImporter } from '../company/import-companies.ts'
import { loadCompanyMapping } from '../company/parse/company-row.ts'
import { type ImportProgress, STARTER_OPERATOR } from '../file/import-file.ts'
import type { ImportSummary } from '../file/import-run.ts'
import { type RegisteredSource, registerSources, shippedSources, statedCoverage } from '../file/sources.ts'
import { createRecordImporter, type RecordImporterDeps } from '../records/import-records.ts'
import { loadRecordMapping } from '../records/record-formats.ts'

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

/** Folders of files `<source>/<kind>.<format>`, and `<source>/<kind>.removals.<format>` with withdrawals. */
const starterFolder = fileURLToPath(new URL('../../../../data/starter/records', import.meta.url))
const demoFolder = fileURLToPath(new URL('../../../../data/demo/records', import.meta.url))

type RecordFile = { file: string; sourceId: string; kind: RecordKindKey; isRemoval: boolean }

const isKind = (word: string): word is RecordKindKey => recordKindKeys.some((key) => key === word)

/** Withdrawals come after the records. */
function filesIn(folder: string): RecordFile[] {
  const files = readdirSync(folder).flatMap((sourceId) =>
    readdirSync(path.join(folder, sourceId)).map((name): RecordFile => {
      const [kind = '', mark] = name.split('.')
      const file = path.join(folder, sourceId, name)
      if (!isKind(kind)) throw new Error(`${file} is named after no kind of record`)
      return { file, sourceId, kind, isRemoval: mark === 'removals' }
    }),
  )
  return files.toSorted((a, b) => Number(a.isRemoval) - Number(b.isRemoval) || (a.file < b.file ? -1 : 1))
}

/**
 * Imports the records that ship, with `demo` also those of the demonstration companies. Their sources must be registered.
 */
async function loadStarterRecords(
  { sources, ...deps }: RecordImporterDeps & { sources: readonly RegisteredSource[] },
  demo: boolean,
  onProgress?: (progress: ImportProgress) => void,
): Promise<ImportSummary[]> {
  const importer = createRecordImporter(deps)
  const summaries: ImportSummary[] = []
  for (const { file, sourceId, kind: key, isRemoval } of [
    ...filesIn(starterFolder),
    ...(demo ? filesIn(demoFolder) : []),
  ]) {
    const kind = recordKinds[key]
    const summary = await importer.run({
      kind,
      file,
      sourceId,
      mapping: loadRecordMapping(kind, 'canonical'),
      rejectsFile: null,
      skipIfDone: true,
      withoutEvents: true,
      removals: isRemoval,
      covers: statedCoverage(sources, sourceId, key),
    })
    summaries.push(summary)
  }
  const rowsRead = summaries.reduce((sum, summary) => sum + (summary.skipped ? 0 : summary.rowsRead), 0)
  if (rowsRead > 0) onProgress?.({ fileName: '自带记录', rowsRead, rejected: 0, share: 1 })
  return summaries
}
