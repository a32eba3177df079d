import { rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { partFiles, type SentPart } from '../segment/segment-part.ts'

/** Limits as those of the follower, which does the same work. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** A part that a thread collects. */
export type CollectingPart = {
  /** Rejects when the thread fails or is stopped. */
  sent: Promise<SentPart>
  /** Ends the thread and removes its files. May be called at any time, also after the part was written. */
  stop: () => Promise<void>
}

/** Starts a thread that collects the companies from `from` on into files of this name. */
export type CollectPart = (file: string, from: string) => CollectingPart

/** `module` posts a `SentPart` for its workerData: `data` with `file` and `from`. */
export const collectInThread =
  (module: URL, data: object): CollectPart =>
  (file, from) => {
    const worker = new Worker(module, { workerData: { ...data, file, from }, resourceLimits })
    const sent = new Promise<SentPart>((resolve, reject) => {
      worker.once('message', (part: SentPart) => resolve(part))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread that collects companies ended')))
    })
    // A build that fails before it needs the part does not wait for it.
    sent.catch(() => {})
    return {
      sent,
      stop: async () => {
        await worker.terminate()
        for (const name of partFiles(file)) rmSync(name, { force: true })
      },
    }
  }
