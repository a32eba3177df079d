import { systemClock } from '../../domain/clock.ts'
import { createCompanyImporter } from '../../importers/company/import-companies.ts'
import { loadCompanyMapping } from '../../importers/company/parse/company-row.ts'
import type { ImportProgress } from '../../importers/file/import-file.ts'
import type { OpenDataReader } from '../../importers/file/open-data-reader.ts'
import { createGleifReader } from '../../importers/gleif/open-gleif.ts'
import { createRecordImporter } from '../../importers/records/import-records.ts'
import { loadRecordMapping } from '../../importers/records/record-formats.ts'
import { createWikidataReader } from '../../importers/wikidata/open-wikidata.ts'
import { loadHmacKey } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { createHiddenNumbersOf } from '../../records/hidden-numbers.ts'
import type { ImportOptions } from '../import-options.ts'
import type { ImportReport } from '../import-report.ts'

export type OneFile = {
  file: string
  rejectsFile: string
  onProgress: (progress: ImportProgress) => void
  /** What the source covers; undefined: as stated before. */
  covers: string | undefined
}

type ImportSteps = Pick<
  ImportOptions,
  'kind' | 'format' | 'files' | 'source' | 'mapping' | 'removals' | 'withoutEvents' | 'dryRun' | 'maxRejectShare'
> & {
  /** As in `cli:zhang`. */
  operator: string
  /** Where the import was started; absent: on this machine. */
  origin?: string
}

/** The reader of a published file; null for a file that the mapping reads. */
function openReaderOf({ format, files }: ImportSteps, file: string, db: Database): OpenDataReader | null {
  if (format === null) return null
  return format === 'gleif' ? createGleifReader(db, files) : createWikidataReader(db, file)
}

/** Returns a function that imports one file of the requested kind. */
export function createImport(
  database: OpenDatabase,
  dataDir: string,
  options: ImportSteps,
): (one: OneFile) => Promise<ImportReport> {
  const hiddenNumbers = createHiddenNumbersOf(loadHmacKey(dataDir))
  const { kind, source: sourceId, removals, withoutEvents, dryRun, maxRejectShare, operator, origin } = options
  const shared = { sourceId, withoutEvents, dryRun, maxRejectShare, operator, ...(origin !== undefined && { origin }) }
  if (kind === null) {
    const mapping = loadCompanyMapping(options.mapping)
    const reference = loadReferenceData({ demo: true })
    const importer = createCompanyImporter({ database, clock: systemClock, reference, hiddenNumbers })
    return async (one) => {
      const reader = openReaderOf(options, one.file, database.db)
      const summary = await importer.run({ ...one, ...shared, mapping, ...(reader && { openRows: reader.openRows }) })
      return { ...summary, ...(reader && { leftOut: reader.leftOut }) }
    }
  }
  const mapping = loadRecordMapping(kind, options.mapping)
  const importer = createRecordImporter({ database, clock: systemClock, hiddenNumbers })
  return (one) => importer.run({ ...one, ...shared, kind, removals, mapping })
}
