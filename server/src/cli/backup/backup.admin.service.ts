import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { S3Address } from '../../platform/uploads/s3-client.ts'
import { AdminRefused, minuteOf } from '../admin/admin-refused.ts'

type BackupWork = NonNullable<DeskOutput<'backups list'>['running']>['task']
type BackupStep = { task: BackupWork; folder: string; operator: string; origin: string }
type BackupLocation = {
  databaseUrl: string | undefined
  dataDir: string
  trackingUrl: string | undefined
  files: S3Address | null
}
export type BackupTask = BackupStep & { location: BackupLocation }
export type BackupAnswer = { sentence: string } | { refused: string }

/** Makes or tests a backup in a thread of its own, so that a server continues to answer. @throws AdminRefused */
export type RunBackupTask = (step: BackupStep) => Promise<string>

export const backupInThread =
  ({ databaseUrl, dataDir, trackingUrl, files }: BackupLocation): RunBackupTask =>
  (step) => {
    const workerData: BackupTask = { ...step, location: { databaseUrl, dataDir, trackingUrl, files } }
    const worker = new Worker(new URL('./backup.worker.ts', import.meta.url), { workerData })
    return new Promise((resolve, reject) => {
      worker.on('message', (answer: BackupAnswer) => {
        if ('refused' in answer) reject(new AdminRefused(answer.refused))
        else resolve(answer.sentence)
      })
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error('the thread of a backup ended')))
    })
  }

/** Backups of the list. */
const SHOWN = 20

const storedBackup = z.object({
  folder: z._default(z.nullable(z.string()), null),
  files: z.number(),
  bytes: z.number(),
})
const storedTest = z.object({ isPassed: z.boolean(), text: z.string() })

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

type BackupAdminDeps = {
  db: Database
  clock: Clock
  operatorAudit: AppendOperatorAudit
  /** Where steps are taken. */
  origin: () => string
  /** Folder of new backups; null: not set. */
  root: string | null
  runTask: RunBackupTask
}

type Listed = DeskOutput<'backups list'>
type Running = { task: BackupWork; startedAt: number; folder: string }

/** Makes and tests backups, one at a time in each process. */
export function createBackupAdmin({ db, clock, operatorAudit, origin, root, runTask }: BackupAdminDeps) {
  let running: Running | null = null
  let failure: Listed['failure'] = null

  const rowsOf = (action: 'storeBackedUp' | 'backupTested') =>
    db
      .selectFrom('operator_audit')
      .selectAll()
      .where('action', '=', action)
      .orderBy('number', 'desc')
      .limit(SHOWN)
      .execute()

  async function items(): Promise<Listed['items']> {
    const tests = (await rowsOf('backupTested')).map(({ subject, at, after }) => {
      const { isPassed, text: sentence } = z.parse(storedTest, JSON.parse(after ?? '{}'))
      return { id: subject, at, isPassed, sentence }
    })
    return (await rowsOf('storeBackedUp')).map(({ subject: id, at, operator, after }) => {
      const { folder, files, bytes } = z.parse(storedBackup, JSON.parse(after ?? '{}'))
      const test = tests.find((one) => one.id === id)
      const tested = test === undefined ? null : { at: test.at, isPassed: test.isPassed, sentence: test.sentence }
      return { id, at, operator, folder, files, bytes, tested }
    })
  }

  /** @throws AdminRefused */
  async function run(task: BackupWork, folder: string, operator: string): Promise<string> {
    if (running !== null) throw new AdminRefused('另一个备份或演练正在进行，请等它结束。')
    running = { task, startedAt: clock.now(), folder }
    failure = null
    try {
      return await runTask({ task, folder, operator, origin: origin() })
    } catch (error) {
      const cause = error instanceof AdminRefused ? error.message : '没有完成，原因见服务日志。'
      failure = { task, at: clock.now(), cause }
      throw error
    } finally {
      running = null
    }
  }

  return {
    async list(): Promise<Listed> {
      const shown = await items()
      const { task, startedAt, folder } = running ?? { task: null, startedAt: 0, folder: '' }
      const bytes = task === 'backup' ? await bytesIn(folder) : 0
      const expected = task === 'backup' ? (shown[0]?.bytes ?? null) : null
      return { root, running: task === null ? null : { task, startedAt, bytes, expected }, failure, items: shown }
    },

    /** Resolves when the backup is complete. @throws AdminRefused */
    async start({ operator }: { operator: string }): Promise<string> {
      if (root === null) throw new AdminRefused('没有设置 BACKUP_DIR，或用命令 backup <目录>。')
      return run('backup', path.join(root, minuteOf(clock.now()).replace(/[ :]/g, '-')), operator)
    },

    /** Tests the newest backup. Resolves when the test is complete. @throws AdminRefused */
    async test({ operator }: { operator: string }): Promise<string> {
      const [newest] = await items()
      const folder = newest?.folder ?? null
      if (newest === undefined || folder === null) throw new AdminRefused('还没有可以演练的备份。')
      const audit = (isPassed: boolean, text: string) =>
        operatorAudit(db, { operator, action: 'backupTested', subject: newest.id, after: { isPassed, text } })
      try {
        const sentence = await run('test', folder, operator)
        await audit(true, sentence)
        return sentence
      } catch (error) {
        if (failure !== null) await audit(false, failure.cause)
        throw error
      }
    },
  }
}
