import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { IndexableCompany } from '../domain/indexable-company.ts'
import type { BuildTarget } from './index-builder.ts'
import type { BuildOrder, BuildReport } from './index-builder.worker.ts'
import type { IndexHeader } from './index-format.ts'
import { isOwn, type NodeMessage } from './thread-messages.ts'

/** Small enough that handing one over never holds up a request. */
const BATCH = 200

/**
 * Builds an index file in a thread of its own from the records as they stream by.
 * Whatever ends it early leaves nothing behind. @throws what the records or the thread threw; `signal.reason` on abort.
 */
export async function buildIndex(
  target: BuildTarget,
  companies: AsyncIterable<IndexableCompany>,
  signal: AbortSignal,
): Promise<IndexHeader> {
  const thread = startThread(target, signal)
  try {
    await thread.next()
    let batch: IndexableCompany[] = []
    for await (const company of companies) {
      batch.push(company)
      if (batch.length < BATCH) continue
      await thread.give(batch)
      batch = []
    }
    await thread.give(batch)
    const report = await thread.finish()
    if (report.type !== 'finished') throw new Error('the index was not finished')
    await thread.end()
    return report.header
  } catch (error) {
    await thread.end()
    await removeParts(target.file)
    throw error
  }
}

/** Building makes many short-lived objects; left alone, the thread would keep 100 MB of them before looking. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

function startThread(target: BuildTarget, signal: AbortSignal) {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./index-builder.worker.ts', import.meta.url), {
    workerData: target,
    resourceLimits,
  })
  let reported: { resolve(report: BuildReport): void; reject(error: unknown): void } | undefined
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
    reported?.reject(failure)
  }
  worker.on('message', (report: BuildReport | NodeMessage) => {
    if (isOwn(report)) reported?.resolve(report)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the building thread ended')))
  const abort = () => {
    fail(signal.reason)
    void worker.terminate()
  }
  signal.addEventListener('abort', abort)

  /** The next report: one for the start and one for each order. */
  const next = () =>
    new Promise<BuildReport>((resolve, reject) => {
      if (failure !== undefined) reject(failure)
      reported = { resolve, reject }
    })
  const order = (message: BuildOrder) => {
    const report = next()
    worker.postMessage(message, [])
    return report
  }
  return {
    next,
    give: (companies: IndexableCompany[]) => order({ type: 'companies', companies: JSON.stringify(companies) }),
    finish: () => order({ type: 'finish' }),
    end: async () => {
      signal.removeEventListener('abort', abort)
      await worker.terminate()
    },
  }
}

/** The file and everything that was laid beside it. */
async function removeParts(file: string): Promise<void> {
  const directory = dirname(file)
  const parts = (await readdir(directory)).filter((name) => name.startsWith(basename(file)))
  await Promise.all(parts.map((name) => rm(join(directory, name), { force: true })))
}
