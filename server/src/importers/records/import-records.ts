import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { Clock } from '../../domain/clock.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { SourceTable } from '../../platform/database/tables/company.ts'
import type { RecordFeedTable } from '../../platform/database/tables/record.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { createEventRule, type EventRule } from '../file/company-events.ts'
import { type FileRequest, type ImportSummary, importFile, sourceOf, withImportSession } from '../file/import-file.ts'
import type { ImportRun } from '../file/import-run.ts'
import { newerDay } from './newer-day.ts'
import { createRecordReader } from './record-reader.ts'
import { createRecordStep } from './record-step.ts'
import { recordFeedTable } from './record-tables.ts'

export type RecordImportRequest = FileRequest<string> & {
  kind: RecordKind
  /** Whether each row withdraws a record of the source. */
  removals?: boolean
}

export type RecordImporter = { run(request: RecordImportRequest): Promise<ImportSummary> }

export type RecordImporterDeps = { database: OpenDatabase; clock: Clock; hiddenNumbers: HiddenNumbers }

/**
 * Imports records of one kind, one file at a time. A batch and the progress of the run are stored in one transaction,
 * so an interrupted import resumes at the next batch and ends in the same state. Throws `ImportRefused` for errors that
 * an operator can correct.
 */
export function createRecordImporter(deps: RecordImporterDeps): RecordImporter {
  const eventRule = createEventRule()
  return {
    run: (request) =>
      withImportSession(deps.database, request, (session) => runImport(session, request, { ...deps, eventRule })),
  }
}

async function runImport(
  session: BulkSession,
  request: RecordImportRequest,
  { database, clock, hiddenNumbers, eventRule }: RecordImporterDeps & { eventRule: EventRule },
): Promise<ImportSummary> {
  const { kind, mapping, sourceId } = request
  const removals = request.removals === true
  const source = sourceOf(await database.db.selectFrom('source').selectAll().execute(), sourceId)
  const isConnected = (await feedOf(session, kind, sourceId)) !== undefined
  const withoutEvents = request.withoutEvents === true
  const writesEvents = eventRule(`${kind.key} ${sourceId}`, { isConnected, withoutEvents })
  return importFile(request, {
    session,
    clock,
    kind: kind.key,
    readAs: [kind.key, removals ? 'removals' : 'records', mapping.text].join('\n'),
    open: async (file) => {
      const reader = createRecordReader(kind, mapping, { source: sourceId, asOf: source.as_of, removals })
      const isDemo = source.kind === 'demo' ? 1 : 0
      const readCells = file.table.cellReader(mapping.columns)
      const prepare = createRecordStep({
        ...file,
        session,
        database,
        hiddenNumbers,
        clock,
        kind,
        isDemo,
        sourceId,
        writesEvents,
        reader,
        readCells,
      })
      const finish = async () => {
        if (!removals) await saveFeed(session, { kind, source, run: file.run })
      }
      return { prepare, finish }
    },
  })
}

async function feedOf(session: BulkSession, kind: RecordKind, sourceId: string): Promise<RecordFeedTable | undefined> {
  const [feed] = await session.select<RecordFeedTable>('select * from record_feed where kind = ? and source_id = ?', [
    kind.key,
    sourceId,
  ])
  return feed
}

type Feed = { kind: RecordKind; source: SourceTable; run: ImportRun }

/** Marks the source as connected to the kind, with the newest as-of that was read. An older file does not lower it. */
async function saveFeed(session: BulkSession, { kind, source, run }: Feed) {
  const feed = await feedOf(session, kind, source.id)
  const asOf = newerDay(newerDay(run.as_of, source.as_of), feed?.as_of ?? null)
  const isDemo = source.kind === 'demo' ? 1 : 0
  const row = { kind: kind.key, source_id: source.id, as_of: asOf, is_demo: isDemo, imported_at: run.updated_at }
  await session.write(recordFeedTable, [row])
}
