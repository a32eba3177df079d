import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from '../../platform/log/logger.ts'
import type { FollowerEvents, StartFollower } from './index-follower.ts'
import { type FollowerMessage, type FollowerRequest, isAppMessage, type NodeMessage } from './index-follower-port.ts'

export type FollowerThreadOptions = {
  /** A module that calls `followThroughPort`. */
  module: URL
  /** The workerData of that module; it is copied. */
  data: object
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Milliseconds in which the follower may end its work at a shutdown; absent: the thread is terminated at once. */
  closeWithinMs?: number
}

type Waiter = { resolve: () => void; reject: (error: unknown) => void }

const RESTART_MS = 1000
/**
 * Building allocates many short-lived objects. With the default limits the thread would use 100 MB before the first
 * collection.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/**
 * Runs the follower in a thread of its own, so that reading records and building never delay a query. A crashed thread
 * is restarted and continues with the existing index. Closing terminates the thread; the next start removes what it was
 * writing.
 */
export function startFollowerThread({ module, data, log, closeWithinMs }: FollowerThreadOptions): StartFollower {
  return (events) => {
    const waiters = new Map<number, Waiter>()
    let lastId = 0
    let isClosed = false
    let restart: NodeJS.Timeout | undefined
    const { promise: ended, resolve: onEnded } = Promise.withResolvers<void>()

    const start = (): Worker => {
      const started = new Worker(module, { workerData: data, resourceLimits })
      const post = (request: FollowerRequest) => started.postMessage(request, [])
      started.on('message', (message: FollowerMessage | NodeMessage) => {
        if (isAppMessage(message)) handleMessage(message, { events, waiters, post, log, onClosed: onEnded })
      })
      started.on('error', (error) => log.error('search.follower-ended', { error }))
      started.on('exit', () => {
        for (const { reject } of waiters.values()) reject(new Error('the thread that follows the records ended'))
        waiters.clear()
        if (isClosed) return onEnded()
        restart = setTimeout(() => {
          worker = start()
        }, RESTART_MS)
      })
      return started
    }
    let worker = start()
    const post = (request: FollowerRequest) => worker.postMessage(request, [])

    return {
      refresh: () =>
        new Promise((resolve, reject) => {
          lastId += 1
          waiters.set(lastId, { resolve, reject })
          post({ type: 'refresh', id: lastId })
        }),
      repair: (file) => post({ type: 'repair', file }),
      async close() {
        isClosed = true
        clearTimeout(restart)
        if (closeWithinMs !== undefined) {
          post({ type: 'close' })
          await Promise.race([ended, wait(closeWithinMs, undefined, { ref: false })])
        }
        await worker.terminate()
      },
    }
  }
}

type MessageContext = {
  events: FollowerEvents
  waiters: Map<number, Waiter>
  post: (request: FollowerRequest) => void
  log: FollowerThreadOptions['log']
  onClosed: () => void
}

function handleMessage(message: FollowerMessage, { events, waiters, post, log, onClosed }: MessageContext) {
  switch (message.type) {
    case 'use': {
      const { id } = message
      void events.use(message.index).then(() => post({ type: 'used', id }))
      break
    }
    case 'checked':
      events.checked(message.check)
      break
    case 'refreshed':
      waiters.get(message.id)?.resolve()
      waiters.delete(message.id)
      break
    case 'failed':
      waiters.get(message.id)?.reject(message.error)
      waiters.delete(message.id)
      break
    case 'closed':
      onClosed()
      break
    case 'log':
      log[message.level](message.event, message.fields)
      break
    default:
      message satisfies never
  }
}
