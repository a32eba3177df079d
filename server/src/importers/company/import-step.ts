import type { Clock } from '../../domain/clock.ts'
import type { Industries } from '../../domain/company/industries.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { SourceTable } from '../../platform/database/tables/company.ts'
import { type ImportRun, saveRun } from '../file/import-run.ts'
import type { Reject } from '../file/rejects.ts'
import type { Table, TableRow } from '../input/table-rows.ts'
import type { NamesInFile } from './parse/names-in-file.ts'
import type { CompanyStatements, StatementReader } from './parse/statements.ts'
import { openBatch } from './resolve/company-batch.ts'
import { resolveCompanies } from './resolve/resolve-companies.ts'
import { hasKey, saveWaitingRows } from './store/pending-rows.ts'
import { fingerprintOf, noteCorrections, type RowFingerprints } from './store/row-fingerprints.ts'
import { saveCompanies } from './store/save-companies.ts'

export type StepNeeds = {
  session: BulkSession
  clock: Clock
  industries: Industries
  source: SourceTable
  /** Counted on with each batch. */
  run: ImportRun
  reader: StatementReader
  readCells: ReturnType<Table['cellReader']>
  names: NamesInFile
  taken: RowFingerprints
  /** Counted on, by field. */
  leftOut: Map<string, number>
  /** Names the rejected rows, in their order, before they are committed. */
  onRejected: (rejects: readonly Reject[]) => void
  isDryRun: boolean
}

type ReadBatch = {
  statements: CompanyStatements[]
  rejected: Reject[]
  /** Of rows that need not be taken again, by their statements; those passed over stand by themselves. */
  fingerprints: Map<CompanyStatements, number>
  passed: number[]
}

/** Takes one batch of rows after the other; what a batch comes to is stored in one short transaction. */
export function createStep(needs: StepNeeds): (rows: readonly TableRow[]) => Promise<void> {
  const { session, run, reader, taken, clock } = needs

  function readBatch(rows: readonly TableRow[]): ReadBatch {
    const batch: ReadBatch = { statements: [], rejected: [], fingerprints: new Map(), passed: [] }
    for (const row of rows) {
      if (row.problem !== undefined) {
        batch.rejected.push({ line: row.line, field: null, reason: row.problem })
        continue
      }
      const fingerprint = fingerprintOf(row.text)
      if (taken.has(fingerprint)) {
        batch.passed.push(fingerprint)
        continue
      }
      const cells = needs.readCells(row.text)
      const read = typeof cells === 'string' ? { field: null, reason: cells } : reader.read(row.line, cells)
      if ('reason' in read) {
        batch.rejected.push({ line: row.line, ...read })
        continue
      }
      batch.statements.push(read)
      // A word that is unknown today may be known tomorrow, and a name alone may then mean another company.
      if (read.leftOut.length === 0 && hasKey(read)) batch.fingerprints.set(read, fingerprint)
    }
    return batch
  }

  /** Everything but the writing. */
  async function work({ statements, rejected, fingerprints, passed }: ReadBatch) {
    if (!statements.every(hasKey)) await needs.names.load()
    const batch = await openBatch(statements, {
      session,
      isDemo: needs.source.kind === 'demo',
      startedAt: run.started_at,
      isUniqueInFile: needs.names.isUnique,
    })
    const keep = [...passed]
    let waiting = 0
    for (const row of statements) {
      const answer = batch.take(row)
      if (answer === 'waiting') waiting += 1
      else if (answer !== 'taken') rejected.push({ line: row.line, ...answer })
      else {
        const fingerprint = fingerprints.get(row)
        if (fingerprint !== undefined) keep.push(fingerprint)
      }
    }
    const settled = resolveCompanies(batch, needs.industries, clock.now())
    return { settled, waiting, waitingRows: batch.waiting, rejected, keep }
  }

  type Worked = Awaited<ReturnType<typeof work>>

  async function workThrough(rows: readonly TableRow[]): Promise<Worked & { statements: CompanyStatements[] }> {
    await taken.load(run.rows_read)
    const batch = readBatch(rows)
    const worked = await work(batch)
    if (worked.settled.corrected.size === 0) return { ...worked, statements: batch.statements }
    // The rows passed over may be just those that the correction took back.
    taken.forget()
    if (batch.passed.length === 0) return { ...worked, statements: batch.statements }
    const whole = readBatch(rows)
    return { ...(await work(whole)), statements: whole.statements }
  }

  function count(rows: number, { settled, waiting, rejected }: Worked) {
    run.rows_read += rows
    run.created += settled.created
    run.changed += settled.changed
    run.waiting += waiting
    run.rejected += rejected.length
    // A second row about a company of this batch changes no further company.
    run.unchanged += rows - rejected.length - waiting - settled.created - settled.changed
    run.updated_at = clock.now()
  }

  async function store(from: number, { settled, waitingRows, keep }: Worked) {
    await saveCompanies(session, settled, run.updated_at)
    await saveWaitingRows(session, waitingRows)
    await noteCorrections(session, settled.corrected)
    await taken.save(from, keep)
    await saveRun(session, run)
  }

  return async (rows) => {
    const from = run.rows_read
    const worked = await workThrough(rows)
    for (const field of worked.statements.flatMap((row) => row.leftOut)) {
      needs.leftOut.set(field, (needs.leftOut.get(field) ?? 0) + 1)
    }
    count(rows.length, worked)
    needs.onRejected(worked.rejected.toSorted((a, b) => a.line - b.line))
    if (needs.isDryRun) return
    await session.transaction(async () => {
      await store(from, worked)
      return 'commit'
    })
  }
}
