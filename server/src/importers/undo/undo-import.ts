import type { UndoEffects } from '@baiqicha/contract/desk/uploads'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import type { Industries } from '../../domain/company/industries.ts'
import { latestAsOf } from '../../domain/company/provenance.ts'
import { appendToAudit } from '../../platform/audit.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { ImportState } from '../../platform/database/tables/import.ts'
import { coverageChanges } from '../../records/company-changes.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { rebuildCompanies } from '../company/store/rebuild-companies.ts'
import { recordRestatements } from '../company/store/row-fingerprints.ts'
import {
  COMPANIES_KIND,
  type NumberedImport,
  readFeedChange,
  saveNumberedImport,
  sourceImportTable,
  withBulkSession,
} from '../file/import-run.ts'
import { ImportRefused } from '../input/import-refused.ts'
import { feedOf } from '../records/import-records.ts'
import { rebuildRecords } from '../records/rebuild-records.ts'
import { recordFeedTable } from '../records/save-records.ts'
import { undoEffects } from './undo-effects.ts'

export type UndoDeps = {
  database: OpenDatabase
  clock: Clock
  industries: Industries
  hiddenNumbers: HiddenNumbers
  /** Where steps are taken; absent: the name of this machine. */
  origin?: () => string
}

export type UndoRequest = {
  number: number
  operator: string
  /** Called after each batch with the number of companies or records so far. */
  onProgress?: (done: number) => void
}

/** `next`: number after which the next page begins; null: none. */
export type ImportPage = { items: NumberedImport[]; next: number | null }

export type ImportWithEffects = { numbered: NumberedImport; effects: UndoEffects }
/** `unmatched`: statements of other imports that no company matches without this one. */
export type UndoResult = ImportWithEffects & { unmatched: number }

/** Companies or records in one transaction: other writers wait for less than a second. */
const BATCH = 500
/** Rows of a page of the list. */
const PAGE = 50

const ids = z.array(z.string())

/** Later imports of the source that did not store again what this one had stored. */
async function repeatingImports(database: OpenDatabase, { number, kind, source_id }: NumberedImport) {
  const later = await database.db
    .selectFrom('import_history')
    .select(['number', 'file_name'])
    .where('kind', '=', kind)
    .where('source_id', '=', source_id)
    .where('number', '>', number)
    .where('repeated', '>', 0)
    .where('state', '<>', 'undone')
    .orderBy('number', 'desc')
    .execute()
  return later.map((row) => `${row.number}（${row.file_name}）`)
}

export function createImportUndo(deps: UndoDeps) {
  const { database, clock, origin } = deps
  const { db } = database

  async function find(number: number): Promise<NumberedImport> {
    const found = await db.selectFrom('import_history').selectAll().where('number', '=', number).executeTakeFirst()
    if (found !== undefined) return found
    throw new ImportRefused(`没有编号为 ${number} 的导入，编号见 imports list。本版本以前的导入没有编号，不能撤销。`)
  }

  /** @throws ImportRefused when it must not be undone now */
  async function findUndoable(number: number): Promise<NumberedImport> {
    const numbered = await find(number)
    if (numbered.state === 'undone') throw new ImportRefused(`导入 ${number} 已经撤销。`)
    const repeating = await repeatingImports(database, numbered)
    if (repeating.length === 0) return numbered
    throw new ImportRefused(
      `同一来源后来的导入沿用了导入 ${number} 中没有变化的行，请先撤销：${repeating.join('、')}。`,
    )
  }

  async function undoWith(session: BulkSession, { number, operator, onProgress }: UndoRequest): Promise<UndoResult> {
    const numbered = await findUndoable(number)
    const effects = await undoEffects(db, numbered)
    const saveState = (state: ImportState) =>
      saveNumberedImport(session, Object.assign(numbered, { state, ended_at: clock.now() }))
    await session.transaction(async () => {
      await saveState('undoing')
      await recordRestatements(session, new Set(z.parse(ids, JSON.parse(numbered.sources))))
    })
    const unmatched = await takeOut(deps, session, numbered, onProgress)
    await session.transaction(async () => {
      await session.execute('delete from pending_row where run = ?', [number])
      await removeEvents(session, numbered)
      await session.execute(`delete from import_run where id = ? and state = 'running'`, [numbered.run_id])
      await saveState('undone')
      await restoreFeed({ session, database, at: clock.now() }, numbered)
      await restoreSourceImport(session, numbered)
      await appendToAudit(
        db,
        (query) => session.query(query),
        { clock, random: systemRandom, ...(origin !== undefined && { origin }) },
        {
          operator,
          action: 'importUndone',
          subject: `${numbered.kind} ${numbered.source_id} ${numbered.file_name}`,
          before: { number, fileHash: numbered.file_hash, ...effects },
        },
      )
    })
    return { numbered, effects, unmatched }
  }

  return {
    /** Newest first. `before`: number after which the page begins; null: the first page. */
    async list(before: number | null): Promise<ImportPage> {
      const rows = await db
        .selectFrom('import_history')
        .selectAll()
        .$if(before !== null, (query) => query.where('number', '<', before ?? 0))
        .orderBy('number', 'desc')
        .limit(PAGE + 1)
        .execute()
      const items = rows.slice(0, PAGE)
      return { items, next: rows.length > PAGE ? (items.at(-1)?.number ?? null) : null }
    },
    /** An import and what its undo would change. @throws ImportRefused */
    show: async (number: number): Promise<ImportWithEffects> => {
      const numbered = await find(number)
      return { numbered, effects: await undoEffects(db, numbered) }
    },
    /** As `show`. @throws ImportRefused also when it must not be undone now */
    check: async (number: number): Promise<ImportWithEffects> => {
      const numbered = await findUndoable(number)
      return { numbered, effects: await undoEffects(db, numbered) }
    },
    /**
     * Takes out what the import stated. Runs in batches, each in one transaction; when it is interrupted, the next call goes
     * on. @throws ImportRefused
     */
    undo: (request: UndoRequest): Promise<UndoResult> =>
      withBulkSession(database, false, (session) => undoWith(session, request)),
  }
}

const countsSchema = z.record(z.string(), z.number())

/** Rows of an import that were read, and the new and changed companies or records. */
export function readCounts(counts: string) {
  const { rowsRead = 0, created = 0, changed = 0, rejected = 0 } = z.parse(countsSchema, JSON.parse(counts))
  return { rowsRead, created, changed, rejected }
}

export function countsText(counts: string): string {
  const { rowsRead, created, changed, rejected } = readCounts(counts)
  return `读取 ${rowsRead} 行，新增 ${created}，更新 ${changed}，未收录 ${rejected}`
}

const kindOf = (key: string): RecordKind | undefined => Object.values(recordKinds).find((kind) => kind.key === key)

/** Takes the statements of the import out of all companies or records; returns the number of unmatched statements. */
async function takeOut(
  deps: UndoDeps,
  session: BulkSession,
  { number, kind: key }: NumberedImport,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const { database, hiddenNumbers, industries, clock } = deps
  const kind = kindOf(key)
  const [table, statements, idColumn] =
    kind === undefined ? ['company', 'company_statement', 'company_id'] : ['record', 'record_statement', 'record_id']
  if (kind === undefined && key !== COMPANIES_KIND) throw new ImportRefused(`导入的类别 ${key} 已不存在，不能撤销。`)
  const started = await database.db.selectFrom('import_history').select(['number', 'started_at']).execute()
  const startedAt = new Map(started.map((row) => [row.number, row.started_at]))
  const common = { session, database, hiddenNumbers, at: clock.now() }
  let unmatched = 0
  let done = 0

  const rebuild = async (batch: readonly string[]) => {
    if (kind !== undefined) return rebuildRecords({ ...common, kind, isDemo: 0 }, batch, number)
    const [demo] = await session.selectIn<{ is_demo: 0 | 1 }>('company', 'id', batch)
    unmatched += await rebuildCompanies(
      { ...common, industries, startedAtOf: (run) => startedAt.get(run) ?? 0 },
      {
        ids: batch,
        isDemo: demo?.is_demo === 1,
        keeps: ({ run }) => run !== number,
      },
    )
  }

  for (const [from, column, condition] of [
    [table, 'id', 'only_run'],
    [statements, idColumn, 'run'],
  ] as const) {
    for (let after = ''; ; ) {
      const rows = await session.select<{ id: string }>(
        `select distinct ${column} as id from ${from} where ${condition} = ? and ${column} > ?
         order by ${column} limit ${BATCH}`,
        [number, after],
      )
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.id
      await session.transaction(() => rebuild(rows.map(({ id }) => id)))
      done += rows.length
      onProgress(done)
    }
  }
  return unmatched
}

/** Changes that the import showed to followers. A later import of the same file has the same `run_id`. */
async function removeEvents(session: BulkSession, { number, run_id, started_at }: NumberedImport) {
  const [next] = await session.select<{ started_at: number }>(
    'select started_at from import_history where run_id = ? and number > ? order by number limit 1',
    [run_id, number],
  )
  await session.execute('delete from company_event where run_id = ? and imported_at >= ? and imported_at < ?', [
    run_id,
    started_at,
    next?.started_at ?? Number.MAX_SAFE_INTEGER,
  ])
}

type RestoreDeps = { session: BulkSession; database: OpenDatabase; at: number }

const importsOf = (session: BulkSession, condition: string, values: readonly string[]) =>
  session.select<NumberedImport>(`select * from import_history where ${condition} order by number`, values)

type Feed = { asOf: string | null; covers: string | null; importedAt: number } | null

/** What the source covers of the kind, and its as-of, by the imports that remain. */
async function restoreFeed({ session, database, at }: RestoreDeps, undone: NumberedImport): Promise<void> {
  const { kind, source_id } = undone
  const rows = await importsOf(session, 'kind = ? and source_id = ? and feed is not null', [kind, source_id])
  const stored = await feedOf(session, kind, source_id)
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
  const change = { kind: stored.kind, isDemo: stored.is_demo, before: stored.covers, after: feed?.covers ?? null }
  const changes = coverageChanges(database.db, change, at)
  if (changes !== null) await session.query(changes.compile(database.db))
}

/** When the newest remaining import of the source ended. */
async function restoreSourceImport(session: BulkSession, { source_id }: NumberedImport): Promise<void> {
  const rows = await importsOf(session, 'source_id = ?', [source_id])
  const last = rows.findLast(({ state }) => state === 'done')
  const imported_at = last?.ended_at ?? rows[0]?.imported_before ?? null
  if (imported_at === null) await session.remove(sourceImportTable, [{ source_id }])
  else await session.write(sourceImportTable, [{ source_id, imported_at }])
}
