import { riskFilters } from '@baiqicha/contract/search-vocabulary'
import { latestAsOf } from '../../domain/company/provenance.ts'
import { parseCoverage } from '../../domain/records/record-coverage.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { RecordFeedTable } from '../../platform/database/tables/record.ts'
import { coverageChanges } from '../../records/company-changes.ts'
import { type NumberedImport, readFeedChange } from '../file/import-history.ts'
import { sourceImportTable } from '../file/import-session.ts'
import { recordFeedTable } from '../records/record-tables.ts'

type RestoreDeps = { session: BulkSession; database: OpenDatabase; at: number }

const importsOf = (session: BulkSession, condition: string, values: readonly string[]) =>
  session.select<NumberedImport>(`select * from import_history where ${condition} order by number`, values)

type Feed = { asOf: string | null; covers: string | null; importedAt: number } | null

/** What the source covers of the kind, and its as-of, by the imports that remain. */
export async function restoreFeed({ session, database, at }: RestoreDeps, undone: NumberedImport): Promise<void> {
  const { kind, source_id } = undone
  const rows = await importsOf(session, 'kind = ? and source_id = ? and feed is not null', [kind, source_id])
  const [stored] = await session.select<RecordFeedTable>('select * from record_feed where kind = ? and source_id = ?', [
    kind,
    source_id,
  ])
  const [first] = rows
  if (first === undefined || stored === undefined) return
  let feed: Feed = readFeedChange(first.feed)?.before ?? null
  for (const row of rows) {
    const after = readFeedChange(row.feed)?.after
    if (row.state === 'undone' || after === undefined) continue
    const asOf = latestAsOf(after.asOf, feed?.asOf ?? null)
    feed = { asOf, covers: after.covers, importedAt: row.ended_at }
  }
  if (feed === null) await session.remove(recordFeedTable, [{ kind, source_id }])
  else {
    const { asOf: as_of, covers, importedAt: imported_at } = feed
    await session.write(recordFeedTable, [{ ...stored, as_of, covers, imported_at }])
  }
  const covers = feed?.covers ?? null
  if (!(kind in riskFilters) || covers === stored.covers) return
  const coverages = [stored.covers, covers].flatMap((text) => (text === null ? null : parseCoverage(text)) ?? [])
  const changes = coverageChanges(database.db, { isDemo: stored.is_demo, coverages }, at)
  if (changes !== null) await session.query(changes.compile(database.db))
}

/** When the newest remaining import of the source ended. */
export async function restoreSourceImport(session: BulkSession, { source_id }: NumberedImport): Promise<void> {
  const rows = await importsOf(session, 'source_id = ?', [source_id])
  const last = rows.findLast(({ state }) => state === 'done')
  const imported_at = last?.ended_at ?? rows[0]?.imported_before ?? null
  if (imported_at === null) await session.remove(sourceImportTable, [{ source_id }])
  else await session.write(sourceImportTable, [{ source_id, imported_at }])
}
