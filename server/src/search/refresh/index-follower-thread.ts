import { Worker } from 'node:worker_threads'
import type { Logger } from '../../platform/log/logger.ts'
import { isOwn, type NodeMessage } from '../pool/thread-messages.ts'
import type { FollowerEvents, StartFollower } from './index-follower.ts'
import type { FollowerOrder, FollowerReport } from './index-follower-messages.ts'

export type FollowerThreadOptions = {
  /** A module that calls `followThroughPort`. */
  module: URL
  /** What it needs to know; a copy crosses. */
  data: object
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

type Asker = { resolve: () => void; reject: (error: unknown) => void }

const RESTART_MS = 1000
/** Building makes many short-lived objects; left alone, the thread would keep 100 MB of them before looking. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/**
 * A follower in a thread of its own, so that neither reading the records nor building is ever in the way of an answer.
 * A thread that ends by itself is started again, and finds the index as it left it. Ending it asks nobody: whatever it
 * was writing is removed at the next start.
 */
export function startFollowerThread({ module, data, log }: FollowerThreadOptions): StartFollower {
  return (events) => {
    const askers = new Map<number, Asker>()
    let asked = 0
    let isClosed = false
    let restart: NodeJS.Timeout | undefined

    const start = (): Worker => {
      const started = new Worker(module, { workerData: data, resourceLimits })
      const tell = (order: FollowerOrder) => started.postMessage(order, [])
      started.on('message', (report: FollowerReport | NodeMessage) => {
        if (isOwn(report)) hear(report, { events, askers, tell, log })
      })
      started.on('error', (error) => log.error('search.follower-ended', { error }))
      started.on('exit', () => {
        for (const { reject } of askers.values()) reject(new Error('the thread that follows the records ended'))
        askers.clear()
        if (isClosed) return
        restart = setTimeout(() => {
          worker = start()
        }, RESTART_MS)
      })
      return started
    }
    let worker = start()
    const tell = (order: FollowerOrder) => worker.postMessage(order, [])

    return {
      refresh: () =>
        new Promise((resolve, reject) => {
          asked += 1
          askers.set(asked, { resolve, reject })
          tell({ type: 'refresh', id: asked })
        }),
      repair: (file) => tell({ type: 'repair', file }),
      async close() {
        isClosed = true
        clearTimeout(restart)
        await worker.terminate()
      },
    }
  }
}

type Hearing = {
  events: FollowerEvents
  askers: Map<number, Asker>
  tell: (order: FollowerOrder) => void
  log: FollowerThreadOptions['log']
}

function hear(report: FollowerReport, { events, askers, tell, log }: Hearing) {
  switch (report.type) {
    case 'use': {
      const { id } = report
      void events.use(report.index).then(() => tell({ type: 'used', id }))
      break
    }
    case 'looked':
      events.looked(report.look)
      break
    case 'refreshed':
      askers.get(report.id)?.resolve()
      askers.delete(report.id)
      break
    case 'failed':
      askers.get(report.id)?.reject(report.error)
      askers.delete(report.id)
      break
    case 'log':
      log[report.level](report.event, report.fields)
      break
    default:
      report satisfies never
  }
}
