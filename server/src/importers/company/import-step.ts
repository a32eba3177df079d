import type { Clock } from '../../domain/clock.ts'
import type { Industries } from '../../domain/company/industries.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { Flag, SourceTable } from '../../platform/database/tables/company.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { appendEvents } from '../file/company-events.ts'
import type { FileWork, OpenFile } from '../file/import-file.ts'
import { type ImportRun, saveRun } from '../file/import-run.ts'
import { addProblems, lostIn, type Reject } from '../file/rejects.ts'
import { problemOf } from '../file/value-readers.ts'
import type { Table, TableRow } from '../input/table-rows.ts'
import { type CompanyStatements, hasKey } from './parse/sourced-facts.ts'
import type { NamesInFile, StatementReader } from './parse/statement-reader.ts'
import { type CompanyBatch, createBatch, type LoadedBatch } from './resolve/company-batch.ts'
import { otherNameKeys } from './resolve/entity-matching.ts'
import { resolveCompanies } from './resolve/resolve-companies.ts'
import { statementChanges } from './resolve/statement-changes.ts'
import type { Loading } from './store/company-lookup.ts'
import { saveCompanyStatements } from './store/company-statements.ts'
import { loadBatch, type Removals } from './store/company-store.ts'
import { saveContested, savePendingRows } from './store/pending-rows.ts'
import { fingerprintOf, type RowFingerprints, recordRestatements } from './store/row-fingerprints.ts'
import { saveCompanies } from './store/save-companies.ts'

export type StepDeps = Omit<OpenFile, 'fileName' | 'table' | 'isResumed' | 'isLarge'> & {
  session: BulkSession
  database: OpenDatabase
  hiddenNumbers: HiddenNumbers
  clock: Clock
  industries: Industries
  source: SourceTable
  reader: StatementReader
  readCells: ReturnType<Table['cellReader']>
  names: NamesInFile
  fingerprints: RowFingerprints
  loading: Loading
  removals: Removals
  /** Whether changed facts are events (`company_event`). */
  writesEvents: boolean
}

type ReadBatch = {
  statements: CompanyStatements[]
  rejected: Reject[]
  /** Fingerprints of the rows that a later import may skip, by their statements. Skipped rows are in `skipped`. */
  fingerprints: Map<CompanyStatements, number>
  skipped: number[]
  /** Number of rows about companies that operators took out. */
  excluded: number
}

/** Prepares one batch of rows per call; the result is stored in one short transaction. */
export function createStep(deps: StepDeps): FileWork['prepare'] {
  const { session, run, reader, fingerprints, clock } = deps
  const isDemo = deps.source.kind === 'demo'
  const from = { reader: session.beside, lookup: deps.loading.lookup }
  /** The batch that is being stored. */
  let storing: CompanyBatch | null = null

  function readBatch(rows: readonly TableRow[]): ReadBatch {
    const batch: ReadBatch = { statements: [], rejected: [], fingerprints: new Map(), skipped: [], excluded: 0 }
    for (const row of rows) {
      if (row.problem !== undefined) {
        batch.rejected.push({ line: row.line, field: null, reason: row.problem })
        continue
      }
      const fingerprint = fingerprintOf(row.text)
      if (fingerprints.has(fingerprint)) {
        batch.skipped.push(fingerprint)
        continue
      }
      const cells = deps.readCells(row.text)
      const read = typeof cells === 'string' ? problemOf(null, cells, row.text) : reader.read(row.line, cells)
      if ('reason' in read) {
        batch.rejected.push({ line: row.line, ...read })
        continue
      }
      if (deps.removals.has(read)) {
        batch.excluded += 1
        continue
      }
      batch.statements.push(read)
      // Do not store a fingerprint when a value is lost today or the row has only a name: the same row may mean
      // something else at the next import.
      if (read.lost.length === 0 && hasKey(read)) batch.fingerprints.set(read, fingerprint)
    }
    return batch
  }

  /** Loads the companies of the rows; again, after the batch before is stored, if that may change them. */
  async function loadRows(rows: readonly CompanyStatements[], stored: Promise<void>): Promise<LoadedBatch> {
    const flag = isDemo ? 1 : 0
    const before = storing
    const mustWait = before !== null && mayWriteForRows(before, rows, flag)
    if (mustWait) await stored
    const loaded = await loadBatch(from, rows, isDemo)
    if (before === null || mustWait || !mayWriteLoaded(before, loaded, flag)) return loaded
    await stored
    return loadBatch(from, rows, isDemo)
  }

  /**
   * Reads and decides, without writing. A batch outside of the transaction keeps other writers waiting for less time.
   */
  async function resolveBatch(read: ReadBatch, stored: Promise<void>) {
    const { statements, rejected } = read
    if (!statements.every(hasKey)) await deps.names.load()
    const batch = createBatch(await loadRows(statements, stored), {
      isDemo,
      run: deps.numbered.number,
      startedAt: run.started_at,
      writesEvents: deps.writesEvents,
      isUniqueInFile: deps.names.isUnique,
    })
    const newFingerprints = [...read.skipped]
    const kept: CompanyStatements[] = []
    let pending = 0
    for (const row of statements) {
      const outcome = batch.apply(row)
      if (outcome !== 'pending' && outcome !== 'applied') {
        rejected.push({ line: row.line, ...outcome })
        continue
      }
      kept.push(row)
      if (outcome === 'pending') pending += 1
      else {
        const fingerprint = read.fingerprints.get(row)
        if (fingerprint !== undefined) newFingerprints.push(fingerprint)
      }
    }
    const resolved = resolveCompanies(batch, deps.industries, clock.now())
    const changes = statementChanges(batch, resolved.companies)
    const { excluded } = read
    const skipped = read.skipped.length
    return { batch, kept, resolved, changes, pending, excluded, rejected, skipped, newFingerprints }
  }

  type Outcome = Awaited<ReturnType<typeof resolveBatch>>

  async function resolveRows(rows: readonly TableRow[], stored: Promise<void>): Promise<Outcome> {
    await fingerprints.load(run.rows_read)
    const read = readBatch(rows)
    const outcome = await resolveBatch(read, stored)
    if (outcome.resolved.restatedSources.size === 0) return outcome
    // The skipped rows may be those that the restatement replaced: read the batch again without fingerprints.
    fingerprints.invalidate()
    return read.skipped.length === 0 ? outcome : resolveBatch(readBatch(rows), stored)
  }

  function count(rows: number, { resolved, pending, excluded, rejected, skipped }: Outcome) {
    deps.numbered.repeated += skipped
    run.rows_read += rows
    run.created += resolved.created
    run.changed += resolved.changed
    run.pending += pending
    run.excluded += excluded
    run.rejected += rejected.length
    // A second row about a company of this batch counts as unchanged.
    run.unchanged += rows - rejected.length - pending - excluded - resolved.created - resolved.changed
    run.updated_at = clock.now()
  }

  /** `progress`: the run with this batch. */
  async function save(fromRow: number, { batch, resolved, changes, newFingerprints }: Outcome, progress: ImportRun) {
    await saveCompanies(deps, resolved, progress.updated_at)
    await saveCompanyStatements(deps, changes, resolved.replaced)
    await appendEvents(session, resolved.events, progress)
    await savePendingRows(session, batch.pending)
    await saveContested(session, batch.newlyContested)
    await recordRestatements(session, resolved.restatedSources)
    await fingerprints.save(fromRow, newFingerprints)
    await saveRun(session, progress)
  }

  return async (rows, stored) => {
    const fromRow = run.rows_read
    await deps.loading.next(stored)
    const outcome = await resolveRows(rows, stored)
    for (const row of outcome.kept) {
      addProblems(deps.lostFields, row.line, row.lost)
      addProblems(deps.warnings, row.line, row.warnings)
    }
    const lost = outcome.kept.flatMap((row) => lostIn(row.line, row.lost))
    for (const name of outcome.resolved.sharedNames) deps.sharedNames.add(name)
    count(rows.length, outcome)
    deps.onRejected([...outcome.rejected, ...lost].toSorted((a, b) => a.line - b.line))
    if (deps.isDryRun) return async () => {}
    deps.loading.add(outcome.resolved.differences)
    const progress = { ...run }
    return () => {
      storing = outcome.batch
      return session.transaction(() => save(fromRow, outcome, progress))
    }
  }
}

/**
 * A batch is loaded while the one before is being stored. What that one may write must be loaded after it: companies
 * with a code, number, key or name in common with it, and pending rows.
 */

const listOf = (value: string | null) => (value === null ? [] : [value])

/** Whether the batch may write companies or pending rows that the rows match. */
function mayWriteForRows(batch: CompanyBatch, rows: readonly CompanyStatements[], isDemo: Flag): boolean {
  const { added, applied } = batch.pending
  if (added.length + applied.length > 0) return true
  return rows.some((row) => {
    const { creditCode, registrationNumber, sourceKey, nameKey } = row
    const nameKeys = [...listOf(nameKey), ...otherNameKeys(row)]
    return batch.companies.hasAnyOf({ creditCode, registrationNumber, sourceKeys: listOf(sourceKey), nameKeys }, isDemo)
  })
}

/** Whether the batch may write what was loaded for rows that it may not write for. */
function mayWriteLoaded(batch: CompanyBatch, loaded: LoadedBatch, isDemo: Flag): boolean {
  for (const { row, keys, knownNames } of loaded.stored.keys()) {
    const { credit_code: creditCode, registration_number: registrationNumber, is_demo: flag } = row
    const identifying = { creditCode, registrationNumber, sourceKeys: keys, nameKeys: knownNames }
    if (batch.companies.hasAnyOf(identifying, flag)) return true
  }
  const pendingRows = loaded.pending.map(({ row }) => row)
  return mayWriteForRows(batch, pendingRows, isDemo)
}
