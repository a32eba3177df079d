import type { Clock } from '../../domain/clock.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { createEventRule, type EventRule } from '../file/company-events.ts'
import { type FileRequest, importFile, type OpenFile } from '../file/import-file.ts'
import { COMPANIES_KIND, type ImportSummary, withImportSession } from '../file/import-run.ts'
import { sourceOf } from '../file/sources.ts'
import { ImportRefused } from '../input/import-refused.ts'
import { createStep } from './import-step.ts'
import type { RowField } from './parse/company-row.ts'
import { createNamesInFile, createStatementReader } from './parse/statement-reader.ts'
import { openLoading } from './store/company-lookup.ts'
import { loadRemovals } from './store/company-store.ts'
import { openRowFingerprints } from './store/row-fingerprints.ts'

export type ImportRequest = FileRequest<RowField>

export type ImporterDeps = {
  database: OpenDatabase
  clock: Clock
  reference: ReferenceData
  hiddenNumbers: HiddenNumbers
}

/**
 * Imports one file at a time. A batch and the progress of the run are stored in one transaction, so an interrupted
 * import resumes at the next batch and ends in the same state. Throws `ImportRefused` for errors that an operator can
 * correct.
 */
export function createCompanyImporter(deps: ImporterDeps) {
  const eventRule = createEventRule()
  return {
    run: (request: ImportRequest): Promise<ImportSummary> =>
      withImportSession(deps.database, request, (session) => runImport(session, request, { ...deps, eventRule })),
  }
}

async function runImport(
  session: BulkSession,
  request: ImportRequest,
  deps: ImporterDeps & { eventRule: EventRule },
): Promise<ImportSummary> {
  const { file, sourceId, mapping } = request
  const { clock, reference, database } = deps
  const { source, sources } = await findSources(request, deps)
  const writesEvents = deps.eventRule(sourceId, {
    isConnected: (await session.selectIn('source_import', 'source_id', [sourceId])).length > 0,
    withoutEvents: request.withoutEvents === true,
  })
  return importFile(request, {
    db: database.db,
    session,
    clock,
    kind: COMPANIES_KIND,
    readAs: mapping.text,
    sources: sources.map(({ id }) => id),
    open: async (opened) => {
      const { fileName, table, isResumed, isDryRun } = opened
      const reader = createStatementReader(mapping, reference, { source: sourceId, asOf: source.as_of })
      const readAs = [mapping.text, ...(table.header ?? [])]
      const fingerprints = await openRowFingerprints({
        session,
        fileName,
        readAs,
        sources,
        isResumed: isResumed || isDryRun,
      })
      const loading = await openLoading(session, await isFirstLoad(session, opened))
      const prepare = createStep({
        ...deps,
        ...opened,
        session,
        industries: reference.industries,
        source,
        reader,
        readCells: table.cellReader(mapping.columns),
        names: createNamesInFile(file, mapping, reader),
        fingerprints,
        loading,
        removals: await loadRemovals(session),
        writesEvents,
      })
      return { prepare, finish: () => fingerprints.finish() }
    },
  })
}

/** A large import into a store without companies. */
async function isFirstLoad(session: BulkSession, { isLarge, isDryRun }: OpenFile): Promise<boolean> {
  return isLarge && !isDryRun && (await session.select('select id from company limit 1', [])).length === 0
}

/** The source of the import, and every source that its mapping names. */
async function findSources({ sourceId, mapping }: ImportRequest, { database }: ImporterDeps) {
  const registered = await database.db.selectFrom('source').selectAll().execute()
  const source = sourceOf(registered, sourceId)
  const sources = [source]
  for (const part of mapping.parts) {
    if (part.source === null || sources.some(({ id }) => id === part.source)) continue
    const other = registered.find(({ id }) => id === part.source)
    if (other === undefined) throw new ImportRefused(`映射 ${mapping.id} 用到的来源 ${part.source} 没有登记。`)
    sources.push(other)
  }
  return { source, sources }
}
