import type { Clock } from '../../domain/clock.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { type FileRequest, type ImportSummary, importFile, sourceOf, withImportSession } from '../file/import-file.ts'
import { ImportRefused } from '../file/import-refused.ts'
import { createStep } from './import-step.ts'
import type { RowField } from './parse/company-row.ts'
import { createNamesInFile } from './parse/names-in-file.ts'
import { createStatementReader } from './parse/statements.ts'
import { openRowFingerprints } from './store/row-fingerprints.ts'

export type ImportRequest = FileRequest<RowField>

export type CompanyImporter = { run(request: ImportRequest): Promise<ImportSummary> }

export type ImporterNeeds = { database: OpenDatabase; clock: Clock; reference: ReferenceData }

/**
 * Imports one file at a time. Each batch and how far it brought the import are stored together, so that an interrupted
 * import goes on where it stopped, to the same end. Throws `ImportRefused` for what an operator can put right.
 */
export function createCompanyImporter(needs: ImporterNeeds): CompanyImporter {
  return {
    run: (request) => withImportSession(needs.database, (session) => runImport(session, request, needs)),
  }
}

async function runImport(session: BulkSession, request: ImportRequest, needs: ImporterNeeds): Promise<ImportSummary> {
  const { file, sourceId, mapping } = request
  const { clock, reference } = needs
  const { source, sources } = await findSources(request, needs)
  return importFile(request, {
    session,
    clock,
    readAs: mapping.text,
    open: async ({ fileName, table, run, isResumed, isDryRun, leftOut, onRejected }) => {
      const reader = createStatementReader(mapping, reference, { source: sourceId, asOf: source.as_of })
      const readAs = [mapping.text, ...(table.header ?? [])]
      const taken = await openRowFingerprints({ session, fileName, readAs, sources, isResumed: isResumed || isDryRun })
      const step = createStep({
        session,
        clock,
        industries: reference.industries,
        source,
        run,
        reader,
        readCells: table.cellReader(mapping.columns),
        names: createNamesInFile(file, mapping, reader),
        taken,
        leftOut,
        onRejected,
        isDryRun,
      })
      return { step, finish: () => taken.finish() }
    },
  })
}

/** The source of the import, and all that its rows speak for. */
async function findSources({ sourceId, mapping }: ImportRequest, { database }: ImporterNeeds) {
  const known = await database.db.selectFrom('source').selectAll().execute()
  const source = sourceOf(known, sourceId)
  const sources = [source]
  for (const part of mapping.parts) {
    if (part.source === null || sources.some(({ id }) => id === part.source)) continue
    const other = known.find(({ id }) => id === part.source)
    if (other === undefined) throw new ImportRefused(`映射 ${mapping.id} 用到的来源 ${part.source} 没有登记。`)
    sources.push(other)
  }
  return { source, sources }
}
