import { Worker } from 'node:worker_threads'
import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import type { S3Address } from '../../platform/uploads/s3-client.ts'
import { AdminRefused } from '../admin/admin-refused.ts'

export type BackupWork = NonNullable<DeskOutput<'backups list'>['running']>['task']
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
