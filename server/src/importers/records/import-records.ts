import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { Clock } from '../../domain/clock.ts'
import { latestAsOf } from '../../domain/company/provenance.ts'
import { parseCoverage } from '../../domain/records/record-coverage.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { SourceTable } from '../../platform/database/tables/company.ts'
import type { RecordFeedTable } from '../../platform/database/tables/record.ts'
import { coverageChanges } from '../../records/company-changes.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { createEventRule, type EventRule } from '../file/company-events.ts'
import { type FileRequest, importFile } from '../file/import-file.ts'
import {
  feedText,
  type ImportRun,
  type ImportSummary,
  type NumberedImport,
  withImportSession,
} from '../file/import-run.ts'
import { sourceOf } from '../file/sources.ts'
import { CoverageNotStated, ImportRefused } from '../input/import-refused.ts'
import { createRowReader } from './record-reader.ts'
import { createRecordStep } from './record-step.ts'
import { recordFeedTable } from './save-records.ts'

export type RecordImportRequest = FileRequest<string> & {
  kind: RecordKind
  /** Whether each row withdraws a record of the source. */
  removals?: boolean
  /**
   * What the source covers of the kind (`parseCoverage`). Must be stated at the first import of a source and kind; later it
   * replaces what was stated before.
   */
  covers?: string | undefined
}

export type RecordImporterDeps = { database: OpenDatabase; clock: Clock; hiddenNumbers: HiddenNumbers }

/**
 * Imports records of one kind, one file at a time. A batch and the progress of the run are stored in one transaction,
 * so an interrupted import resumes at the next batch and ends in the same state. Throws `ImportRefused` for errors that
 * an operator can correct.
 */
export function createRecordImporter(deps: RecordImporterDeps) {
  const eventRule = createEventRule()
  return {
    run: (request: RecordImportRequest): Promise<ImportSummary> =>
      withImportSession(deps.database, request, (session) => runImport(session, request, { ...deps, eventRule })),
  }
}

async function runImport(
  session: BulkSession,
  request: RecordImportRequest,
  deps: RecordImporterDeps & { eventRule: EventRule },
): Promise<ImportSummary> {
  const { database, clock, eventRule } = deps
  const { kind, mapping, sourceId } = request
  const removals = request.removals === true
  const source = sourceOf(await database.db.selectFrom('source').selectAll().execute(), sourceId)
  const feed = await feedOf(session, kind.key, sourceId)
  const isConnected = feed !== undefined
  const covers = removals ? null : coversOf(request, feed)
  const withoutEvents = request.withoutEvents === true
  const writesEvents = eventRule(`${kind.key} ${sourceId}`, { isConnected, withoutEvents })
  return importFile(request, {
    db: database.db,
    session,
    clock,
    kind: kind.key,
    readAs: [kind.key, removals ? 'removals' : 'records', mapping.text].join('\n'),
    sources: [sourceId],
    open: async (file) => {
      const reader = createRowReader(kind, mapping, { source: sourceId, asOf: source.as_of, removals })
      const isDemo = source.kind === 'demo' ? 1 : 0
      const readCells = file.table.cellReader(mapping.columns)
      const prepare = createRecordStep({
        ...deps,
        ...file,
        session,
        kind,
        isDemo,
        sourceId,
        writesEvents,
        reader,
        readCells,
      })
      const finish = async () => {
        if (!removals) await saveFeed({ session, database, feed, covers, kind, source, ...file })
      }
      return { prepare, finish }
    },
  })
}

/** The stored feed of a kind and source. */
export async function feedOf(
  session: BulkSession,
  kind: string,
  sourceId: string,
): Promise<RecordFeedTable | undefined> {
  const [feed] = await session.select<RecordFeedTable>('select * from record_feed where kind = ? and source_id = ?', [
    kind,
    sourceId,
  ])
  return feed
}

/**
 * What the source covers of the kind: as the request states it, else as it was stated before; null: an earlier release connected
 * the source. @throws ImportRefused when it was never stated, or is invalid
 */
function coversOf({ kind, sourceId, covers }: RecordImportRequest, feed: RecordFeedTable | undefined): string | null {
  if (covers === undefined) {
    if (feed === undefined) throw new CoverageNotStated(kind.title, sourceId)
    return feed.covers
  }
  if (parseCoverage(covers) === null)
    throw new ImportRefused(`“${covers}”不是有效的覆盖范围，格式见 docs/data-formats.md。`)
  return covers
}

type SaveFeedDeps = {
  session: BulkSession
  database: OpenDatabase
  feed: RecordFeedTable | undefined
  covers: string | null
  kind: RecordKind
  source: SourceTable
  run: ImportRun
  numbered: NumberedImport
}

/**
 * Connects the source to the kind, with what it covers and the newest as-of that was read. An older file does not lower the
 * as-of.
 */
async function saveFeed({ session, database, feed, covers, kind, source, run, numbered }: SaveFeedDeps) {
  const asOf = latestAsOf(latestAsOf(run.as_of, source.as_of), feed?.as_of ?? null)
  const isDemo = source.kind === 'demo' ? 1 : 0
  const row = {
    kind: kind.key,
    source_id: source.id,
    as_of: asOf,
    is_demo: isDemo,
    imported_at: run.updated_at,
    covers,
  }
  await session.write(recordFeedTable, [row])
  numbered.feed = feedText({
    before: feed === undefined ? null : { asOf: feed.as_of, covers: feed.covers, importedAt: feed.imported_at },
    after: { asOf: latestAsOf(run.as_of, source.as_of), covers },
  })
  const change = { kind: kind.key, isDemo, before: feed?.covers ?? null, after: covers } as const
  const changes = coverageChanges(database.db, change, run.updated_at)
  if (changes !== null) await session.query(changes.compile(database.db))
}
