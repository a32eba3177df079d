import { hostname } from 'node:os'
import type { DeskInput, DeskOutput, ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import {
  type ColumnField,
  columnField,
  PIECE_BYTES,
  type UploadShown,
  type UploadState,
  uploadProgress,
  uploadReport,
} from '@baiqicha/contract/desk/uploads'
import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import { parseCoverage } from '../../domain/records/record-coverage.ts'
import type { AppendOperatorAudit, OperatorStep } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, findsRow } from '../../platform/database/portable-sql.ts'
import type { ImportUploadTable } from '../../platform/database/tables/import.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import type { ImportProcess, RunningImport } from './import-process.ts'
import { pieceLength, type UploadFiles } from './upload-files.ts'

const HOUR = 3_600_000
/** An upload without a new piece is given up. */
const ABANDONED_MS = HOUR
/** A complete file that is neither imported nor resumed, and the reports of imports. */
const KEPT_MS = 30 * 24 * HOUR
/** A run without a sign of life has ended with its server. */
const SILENT_MS = 30_000
const PULSE_MS = 1_000
const LISTED = 20

const isRunning = (state: UploadState) => state === 'checking' || state === 'running'

type ImportUploadDeps = {
  db: Database
  clock: Clock
  random: Random
  operatorAudit: AppendOperatorAudit
  origin: () => string
  files: UploadFiles
  process: ImportProcess
}

const hashes = z.array(z.string())
const fieldList = z.array(columnField)
const readJson = <T extends z.ZodMiniType>(schema: T, text: string | null): z.output<T> | null =>
  text === null ? null : z.parse(schema, JSON.parse(text))

const placeOf = ({ id, file_name: fileName }: ImportUploadTable) => ({ id, fileName })

/** Files that operators upload, and the dry runs and imports of them. */
export function createImportUploads({ db, clock, random, operatorAudit, origin, files, process }: ImportUploadDeps) {
  const here = hostname()
  /** Runs of this process by the id of the upload. */
  const runs = new Map<string, RunningImport>()

  async function rowOf(id: string): Promise<ImportUploadTable> {
    const row = await db.selectFrom('import_upload').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw new AdminRefused('没有这次上传，或已按期删除。')
    return row
  }

  /** The row of an upload whose file is on this machine. @throws AdminRefused */
  async function rowHere(id: string): Promise<ImportUploadTable> {
    const row = await rowOf(id)
    if (!(await files.has(id)))
      throw new AdminRefused(
        row.host === here ? '上传的文件已不在，请重新上传。' : `文件在另一台机器 ${row.host} 上，请在那里的后台操作。`,
      )
    return row
  }

  /**
   * An import whose server ended counts as stopped; a dry run has to be repeated. Of a run of this process no sign of life is
   * needed: its own writes may hold the database longer.
   */
  function stateOf({ id, state, touched_at: touchedAt }: ImportUploadTable): UploadState {
    if (!isRunning(state) || runs.has(id) || clock.now() - touchedAt <= SILENT_MS) return state
    return state === 'running' ? 'stopped' : 'ready'
  }

  /** Writes the row of a step on a file. */
  const audit = (tx: Database, step: Pick<OperatorStep, 'operator' | 'action' | 'after'>, fileName: string) =>
    operatorAudit(tx, { subject: fileName, ...step })

  const change = (id: string, values: Partial<ImportUploadTable>) =>
    db
      .updateTable('import_upload')
      .set({ ...values, touched_at: clock.now() })
      .where('id', '=', id)
      .execute()

  async function listedOf(row: ImportUploadTable) {
    return {
      id: row.id,
      fileName: row.file_name,
      size: row.size,
      state: stateOf(row),
      operator: row.operator,
      createdAt: row.created_at,
      elsewhere: (await files.has(row.id)) ? null : row.host,
      kind: row.kind,
      sourceId: row.source_id,
    }
  }

  /** Shows that the run lives, stores how far it is, and stops it when an operator has requested that at any machine. */
  async function pulse(id: string, run: RunningImport, progress: string | null) {
    const row = await db
      .updateTable('import_upload')
      .set({ touched_at: clock.now(), ...(progress !== null && { progress }) })
      .where('id', '=', id)
      .returning('stop_requested')
      .executeTakeFirst()
    if (row?.stop_requested === 1) run.stop()
  }

  async function finish(id: string, dryRun: boolean, run: RunningImport) {
    try {
      const report = JSON.stringify(await run.done)
      await change(id, dryRun ? { state: 'checked', dry_run: report } : { state: 'done', report })
      if (!dryRun) await files.removeFile(placeOf(await rowOf(id)))
    } catch (error) {
      const failure = error instanceof AdminRefused ? error.message : '没有完成，原因见服务日志。'
      await change(id, { state: dryRun ? 'ready' : 'stopped', failure })
      throw error
    }
  }

  return {
    async list(): Promise<DeskOutput<'uploads list'>> {
      const rows = await db
        .selectFrom('import_upload')
        .selectAll()
        .where('state', '<>', 'done')
        .orderBy('created_at', 'desc')
        .limit(LISTED)
        .execute()
      return { items: await Promise.all(rows.map(listedOf)), free: await files.free() }
    },

    /** @throws AdminRefused */
    async show(id: string): Promise<UploadShown> {
      const row = await rowOf(id)
      const state = stateOf(row)
      return {
        ...(await listedOf(row)),
        received: await files.received(id),
        pieces: z.parse(hashes, JSON.parse(row.pieces)).length,
        covers: row.covers,
        columns: readJson(fieldList, row.columns),
        progress: readJson(uploadProgress, row.progress),
        check: readJson(uploadReport, row.dry_run),
        report: readJson(uploadReport, row.report),
        failure:
          state === row.state
            ? row.failure
            : state === 'stopped'
              ? '服务已重启，已存入的部分完好，可以继续。'
              : '服务已重启，请再试运行。',
      }
    },

    /** @throws AdminRefused when the disk has no room */
    async begin({
      operator,
      ...file
    }: DeskInput<'uploads begin'> & { operator: string }): Promise<DeskOutput<'uploads begin'>> {
      const { fileName, size } = file
      if (file.pieces.length !== Math.ceil(size / PIECE_BYTES)) throw new AdminRefused('片数与文件大小不符。')
      const pieces = JSON.stringify(file.pieces)
      const unfinished = await db
        .selectFrom('import_upload')
        .selectAll()
        .where('state', '=', 'uploading')
        .where('size', '=', size)
        .execute()
      const same = unfinished.find((row) => row.pieces === pieces && row.file_name === fileName)
      if (same !== undefined && (await files.has(same.id)))
        return { id: same.id, received: await files.received(same.id) }
      // Pieces that other uploads still send have their room.
      const promised = unfinished.reduce((sum, row) => sum + row.size, 0)
      const id = randomId(random, 'im')
      const now = clock.now()
      await files.requireRoom(size, promised)
      // The row first: a folder without a row is removed.
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('import_upload')
          .values({
            id,
            file_name: fileName,
            size,
            pieces,
            host: here,
            operator,
            state: 'uploading',
            kind: null,
            source_id: null,
            covers: null,
            columns: null,
            failure: null,
            progress: null,
            dry_run: null,
            report: null,
            stop_requested: 0,
            created_at: now,
            touched_at: now,
          })
          .execute()
        await audit(tx, { operator, action: 'importUploaded', after: { bytes: size } }, fileName)
      })
      await files.create({ id, fileName })
      return { id, received: [] }
    },

    /** Stores a piece. @throws AdminRefused for bytes that are not those of the file */
    async add(
      id: string,
      index: number,
      body: AsyncIterable<Uint8Array>,
    ): Promise<{ received: number; pieces: number }> {
      const row = await rowHere(id)
      const pieces = z.parse(hashes, JSON.parse(row.pieces))
      const sha256 = pieces[index]
      if (sha256 === undefined || pieceLength(row.size, index) <= 0) throw new AdminRefused('没有这一片。')
      await files.add({ ...placeOf(row), size: row.size, index, sha256 }, body)
      const received = (await files.received(id)).length
      const isComplete = row.state === 'uploading' && received === pieces.length
      await change(id, isComplete ? { state: 'ready' } : {})
      return { received, pieces: pieces.length }
    },

    /** @throws AdminRefused for a file that is no table */
    async columns(id: string, kind: string): Promise<DeskOutput<'uploads columns'>> {
      const row = await rowHere(id)
      if (row.state === 'uploading') throw new AdminRefused('文件还没有传完。')
      const read = await process.readColumns({ file: files.pathOf(placeOf(row)), kind })
      const names = new Set(read.columns.map(({ name }) => name))
      const mappings = await db.selectFrom('import_mapping').selectAll().where('kind', '=', kind).execute()
      const saved = mappings.flatMap(({ source_id: sourceId, columns: text }) => {
        const columns = z.parse(fieldList, JSON.parse(text)).filter(({ name }) => names.has(name))
        return columns.length === 0 ? [] : [{ sourceId, columns }]
      })
      return { ...read, saved }
    },

    /** Stores what the file contains and how its columns are read. @throws AdminRefused */
    async save({ operator, ...step }: ParsedDeskInput<'uploads save'> & { operator: string }): Promise<void> {
      const { id, kind, sourceId, covers, columns } = step
      const row = await rowHere(id)
      const state = stateOf(row)
      if (state === 'uploading' || isRunning(state)) throw new AdminRefused('上传或导入还没有结束。')
      if (state === 'done') throw new AdminRefused('这个文件已经导入。')
      const isRegistered = await db.selectFrom('source').where('id', '=', sourceId).$call(findsRow)
      if (!isRegistered) throw new AdminRefused(`来源 ${sourceId} 没有登记。`)
      await requireCoverage(kind, sourceId, covers)
      const chosen = columns?.filter(({ field }) => field !== null) ?? null
      if (chosen !== null && new Set(chosen.map(({ field }) => field)).size < chosen.length)
        throw new AdminRefused('两列对应同一字段，请改正。')
      const text = columns === null ? null : JSON.stringify(columns)
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('import_upload')
          .set({
            kind,
            source_id: sourceId,
            covers: covers === '' ? null : covers,
            columns: text,
            // Of another mapping.
            dry_run: null,
            failure: null,
            state: 'ready',
            touched_at: clock.now(),
          })
          .where('id', '=', id)
          .execute()
        if (text !== null) {
          const saved = { source_id: sourceId, kind, columns: text, operator, saved_at: clock.now() }
          await tx
            .insertInto('import_mapping')
            .values(saved)
            .onConflict((conflict) => conflict.columns(['source_id', 'kind']).doUpdateSet(saved))
            .execute()
        }
        await audit(
          tx,
          { operator, action: 'importMappingSaved', after: { kind, sourceId, covers, columns: changedText(columns) } },
          row.file_name,
        )
      })
    },

    /** Starts a dry run or the import; `done` resolves when it ends. @throws AdminRefused */
    async run({ id, dryRun, maxRejectPercent, operator }: ParsedDeskInput<'uploads run'> & { operator: string }) {
      const row = await rowHere(id)
      const { kind, source_id: source, covers } = row
      const state = stateOf(row)
      if (isRunning(state)) throw new AdminRefused('试运行或导入正在进行。')
      if (state === 'done') throw new AdminRefused('这个文件已经导入。')
      if (kind === null || source === null) throw new AdminRefused('请先选择内容与来源，保存对应列。')
      // Of two operators one starts it.
      const started = await db
        .updateTable('import_upload')
        .set({
          state: dryRun ? 'checking' : 'running',
          failure: null,
          progress: null,
          stop_requested: 0,
          touched_at: clock.now(),
        })
        .where('id', '=', id)
        .where('touched_at', '=', row.touched_at)
        .where('state', '=', row.state)
        .$call(changesRow)
      if (!started) throw new AdminRefused('另一位操作员刚刚更改了它，请刷新。')
      let progress: string | null = null
      const running = process.run(
        {
          file: files.pathOf(placeOf(row)),
          kind,
          source,
          covers,
          columns: readJson(fieldList, row.columns),
          dryRun,
          maxRejectShare: maxRejectPercent / 100,
          operator,
          origin: origin(),
        },
        (one) => {
          progress = JSON.stringify(one)
        },
      )
      runs.set(id, running)
      // The writes of an import may hold the database for longer; the next sign of life follows.
      const timer = setInterval(() => void pulse(id, running, progress).catch(() => {}), PULSE_MS)
      const done = finish(id, dryRun, running).finally(() => {
        clearInterval(timer)
        runs.delete(id)
      })
      return { done, report: running.done }
    },

    /** Stops a run at any machine within a second, after its current batch. @throws AdminRefused */
    async stop({ id, operator }: { id: string; operator: string }): Promise<void> {
      const row = await rowOf(id)
      if (!isRunning(stateOf(row))) throw new AdminRefused('没有正在进行的试运行或导入。')
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('import_upload').set({ stop_requested: 1 }).where('id', '=', id).execute()
        await audit(tx, { operator, action: 'importStopRequested' }, row.file_name)
      })
      runs.get(id)?.stop()
    },

    /** Gives an upload up and frees its space. @throws AdminRefused */
    async discard({ id, operator }: { id: string; operator: string }): Promise<void> {
      const row = await rowHere(id)
      if (isRunning(stateOf(row))) throw new AdminRefused('请先停止。')
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('import_upload').where('id', '=', id).execute()
        await audit(tx, { operator, action: 'importUploadDiscarded' }, row.file_name)
      })
      await files.remove(id)
    },

    /** Frees uploads that were given up, and files whose time is over. */
    async removeExpired(): Promise<void> {
      const now = clock.now()
      const expired = (of: 'uploading' | 'others', before: number) =>
        db
          .deleteFrom('import_upload')
          .where('state', of === 'uploading' ? '=' : '<>', 'uploading')
          .where('touched_at', '<', before)
          .execute()
      await expired('uploading', now - ABANDONED_MS)
      await expired('others', now - KEPT_MS)
      // The folders first: each that is there by now had its row before.
      const ids = await files.ids()
      const rows = await db.selectFrom('import_upload').select('id').execute()
      const known = new Set(rows.map(({ id }) => id))
      for (const id of ids) if (!known.has(id)) await files.remove(id)
    },
  }

  /** @throws AdminRefused when it is never stated what a source of records covers, or is stated wrongly */
  async function requireCoverage(kind: string, sourceId: string, covers: string) {
    if (covers !== '') {
      if (parseCoverage(covers) === null) throw new AdminRefused(`“${covers}”不是有效的覆盖范围。`)
      return
    }
    const recordKind = recordKindKeys.find((key) => key === kind)
    if (recordKind === undefined) return
    const hasFeed = await db
      .selectFrom('record_feed')
      .where('kind', '=', recordKind)
      .where('source_id', '=', sourceId)
      .$call(findsRow)
    if (!hasFeed) throw new AdminRefused('首次导入这个来源的此类记录，请选择它覆盖哪些企业。')
  }
}

/** Fields by column, for the audit. */
const changedText = (columns: readonly ColumnField[] | null) =>
  columns === null ? '按建议' : columns.map(({ name, field }) => `${name} → ${field ?? '不读取'}`)
