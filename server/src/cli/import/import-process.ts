import { fork } from 'node:child_process'
import type { FileColumns, UploadProgress, UploadReport } from '@baiqicha/contract/desk/uploads'
import type { DatabaseLocation } from '../../platform/database/open-database.ts'
import { AdminRefused } from '../admin/admin-refused.ts'

type FileOfKind = { file: string; kind: string }
export type ImportStep = FileOfKind & {
  task: 'run'
  source: string
  /** null: as stated before. */
  covers: string | null
  /** Text of a mapping; null: our own format with the names of portals. */
  columns: readonly { name: string; field: string | null }[] | null
  dryRun: boolean
  /** 0 to 1. */
  maxRejectShare: number
  /** As in `desk:演示甲`, and where he is, for the audit. */
  operator: string
  origin: string
}
export type ImportTask = (ImportStep | (FileOfKind & { task: 'columns' })) & {
  location: Pick<DatabaseLocation, 'databaseUrl' | 'dataDir'>
}
export type ImportMessage =
  | { type: 'progress'; progress: UploadProgress }
  | { type: 'columns'; columns: FileColumns }
  | { type: 'report'; report: UploadReport }
  | { type: 'refused'; sentence: string }

export type RunningImport = {
  /** @throws AdminRefused */
  done: Promise<UploadReport>
  /** Ends the import after its current batch, so that it can be resumed. */
  stop: () => void
}

/** What runs the engine of imports. */
export type ImportProcess = ReturnType<typeof createImportProcess>

/** An import that does not end after a batch is killed: its stored batches are complete. */
const STOP_MS = 60_000
/** As of the command (`tools/lib/built-program.mjs`): with a limit V8 collects garbage earlier, 100 MiB less resident memory. */
const HEAP_MIB = 1_024

const ended = () => new AdminRefused('导入的进程意外结束，已存入的部分完好，可以继续。')

/** Starts the process of a task; `whenEnded` rejects when it refuses the task. */
function start(task: ImportTask, onMessage: (message: ImportMessage) => void) {
  const child = fork(new URL('./import.child.ts', import.meta.url), {
    execArgv: [...process.execArgv.filter((word) => !word.startsWith('--inspect')), `--max-old-space-size=${HEAP_MIB}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { promise, reject, resolve } = Promise.withResolvers<undefined>()
  child.on('message', (message: ImportMessage) => {
    if (message.type === 'refused') reject(new AdminRefused(message.sentence))
    else onMessage(message)
  })
  child.on('error', reject)
  child.on('close', () => resolve(undefined))
  child.send(task)
  return { child, whenEnded: promise }
}

/** Runs each task in a process of its own with the engine, the lock and the priority of the command. */
export function createImportProcess({ databaseUrl, dataDir }: DatabaseLocation) {
  const location = { databaseUrl, dataDir }
  return {
    /** @throws AdminRefused */
    async readColumns(request: FileOfKind): Promise<FileColumns> {
      let read: FileColumns | null = null
      const { whenEnded } = start({ ...request, task: 'columns', location }, (message) => {
        if (message.type === 'columns') read = message.columns
      })
      await whenEnded
      if (read === null) throw ended()
      return read
    },

    run(step: Omit<ImportStep, 'task'>, onProgress: (progress: UploadProgress) => void): RunningImport {
      let report: UploadReport | null = null
      let isStopping = false
      const { child, whenEnded } = start({ ...step, task: 'run', location }, (message) => {
        if (message.type === 'progress') onProgress(message.progress)
        else if (message.type === 'report') report = message.report
      })
      return {
        done: whenEnded.then(() => {
          if (report === null) throw ended()
          return report
        }),
        stop() {
          if (isStopping) return
          isStopping = true
          if (child.connected) child.send('stop')
          setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref()
        },
      }
    },
  }
}
