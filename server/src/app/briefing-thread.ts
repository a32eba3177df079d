import { Worker } from 'node:worker_threads'
import type { Config } from '../config/read-config.ts'
import type { StartRound } from '../features/alerts/briefing.service.ts'
import type { AlertSource } from './alert-options.ts'

/** Data that the thread is started with. */
export type BriefingConfig = AlertSource & Pick<Config, 'databaseUrl' | 'dataDir' | 'demoData'>
/** Posted for each mail; null: the server took it. */
export type MailReport = { failure: unknown }

/**
 * Megabytes of the thread's heap. Each mail leaves objects that V8 frees only with its old generation, which in the
 * server's own heap would grow with the number of mails.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 32 }

/** Sends the briefings that are due in a thread of its own. */
export const roundInThread =
  ({ publicOrigins, mode, port, mail, webhookHosts, databaseUrl, dataDir, demoData }: BriefingConfig): StartRound =>
  (onMail) => {
    const workerData: BriefingConfig = {
      publicOrigins,
      mode,
      port,
      mail,
      webhookHosts,
      databaseUrl,
      dataDir,
      demoData,
    }
    const worker = new Worker(new URL('./briefings.worker.ts', import.meta.url), { workerData, resourceLimits })
    worker.on('message', ({ failure }: MailReport) => onMail(failure))
    const done = new Promise<void>((resolve, reject) => {
      worker.on('error', reject)
      worker.on('exit', (code) => {
        if (code === 0) resolve()
        else reject(new Error('the thread that sends briefings ended'))
      })
    })
    return { done, close: () => worker.postMessage(null, []) }
  }
