import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { allKinds } from '@baiqicha/contract/records/kinds'
import { systemClock } from '../../domain/clock.ts'
import type { ImportProgress } from '../../importers/file/import-file.ts'
import { rejectsPathOf } from '../../importers/file/rejects.ts'
import { registerSources, shippedSources, statedCoverage } from '../../importers/file/sources.ts'
import { ImportRefused } from '../../importers/input/import-refused.ts'
import { describeDatabaseFailure } from '../../platform/database/describe-failure.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { canonicalOf, labelsOf, mappingOf, readColumns } from '../import-columns.ts'
import { reportOf } from '../import-report.ts'
import { createImport } from './create-import.ts'
import type { ImportMessage, ImportStep, ImportTask } from './import-process.ts'

/** Child process that reads the columns of an uploaded file or imports it, and ends. Started by import-process.ts. */

const PROGRESS_MS = 500

let isStopping = false
/** Resolves when the message has left this process. */
const say = (message: ImportMessage) =>
  new Promise<void>((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, () => resolve())
  })

/** The mapping for `createImport`: the name of ours, or the file of the operator's. */
async function mappingFor({ file, kind, columns }: ImportStep): Promise<string> {
  if (columns === null) return 'canonical'
  const wanted = canonicalOf(kind)
  const read = await readColumns(file, wanted)
  const unitOf = (name: string, field: string) =>
    read.columns.find((one) => one.name === name && one.column === field)?.unit ?? ''
  const chosen = columns.map(({ name, field }) => ({
    name,
    column: field,
    unit: field === null ? '' : unitOf(name, field),
  }))
  const mapping = path.join(path.dirname(file), 'mapping.json')
  writeFileSync(mapping, mappingOf(chosen, { about: path.basename(file), wanted }))
  return mapping
}

function createProgress() {
  const startedAt = systemClock.now()
  let [saidAt, firstRow] = [startedAt, -1]
  return ({ rowsRead, rejected, share }: ImportProgress) => {
    if (isStopping) throw new ImportRefused('操作员停止了导入。')
    if (firstRow < 0) firstRow = rowsRead
    const now = systemClock.now()
    if (now - saidAt < PROGRESS_MS) return
    saidAt = now
    const rowsPerSecond = Math.round(((rowsRead - firstRow) / (now - startedAt)) * 1_000)
    void say({ type: 'progress', progress: { rowsRead, rejected, share, rowsPerSecond } })
  }
}

async function runImport({ location, ...step }: ImportStep & Pick<ImportTask, 'location'>) {
  const { file, source, dryRun, maxRejectShare, operator, origin } = step
  const kind = allKinds.find(({ key }) => key === step.kind) ?? null
  const mapping = await mappingFor(step)
  const database = openDatabase(location)
  try {
    const sources = await registerSources(database.db, shippedSources)
    const covers = step.covers ?? (kind === null ? undefined : statedCoverage(sources, source, kind.key))
    const importOne = createImport(database, location.dataDir, {
      kind,
      format: null,
      files: [file],
      source,
      mapping,
      removals: false,
      withoutEvents: false,
      dryRun,
      maxRejectShare,
      operator,
      origin,
    })
    const rejectsFile = rejectsPathOf(dryRun ? `${file}.dry-run` : file)
    const startedAt = systemClock.now()
    const summary = await importOne({ file, rejectsFile, covers, onProgress: createProgress() })
    const milliseconds = systemClock.now() - startedAt
    await say({ type: 'report', report: await reportOf(summary, { rejectsFile, dryRun, milliseconds, kind }) })
  } finally {
    await database.close()
  }
}

async function runTask(task: ImportTask) {
  if (task.task === 'run') return runImport(task)
  const wanted = canonicalOf(task.kind)
  const { format, columns } = await readColumns(task.file, wanted)
  const shown = columns.map(({ name, column, isSpare, samples }) => ({ name, field: column, isSpare, samples }))
  await say({ type: 'columns', columns: { format, columns: shown, fields: labelsOf(task.kind) } })
}

// A server on this machine answers first. Threads that start later have the same priority.
setPriority(constants.priority.PRIORITY_LOW)
process.on('message', (message: ImportTask | 'stop') => {
  if (message === 'stop') {
    isStopping = true
    return
  }
  runTask(message)
    .catch((error: unknown) => {
      const sentence = error instanceof ImportRefused ? error.message : describeDatabaseFailure(error, message.location)
      if (sentence === null) throw error
      return say({ type: 'refused', sentence })
    })
    .finally(() => process.disconnect())
})
// The server has ended. What is stored stays, and the import can be resumed, as after a kill of the command.
process.on('disconnect', () => process.exit())
