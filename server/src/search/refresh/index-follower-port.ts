import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../domain/clock.ts'
import type { LogFields } from '../../platform/log/logger.ts'
import type { OpenableIndex } from './index-directory.ts'
import type { FollowerCheck, IndexFollower, IndexFollowerOptions, StartFollower } from './index-follower.ts'

/** A message that `node --watch` sends through the channel of a worker thread: the files that the thread loaded. */
export type NodeMessage = { type?: undefined }

/** False for messages that Node sends itself. */
export const isAppMessage = <M extends { type: string }>(message: M | NodeMessage): message is M =>
  message.type !== undefined

/** Milliseconds. When the follower has not reported for this long, the time since its last report counts as lag. */
const STALE_AFTER_MS = 5000

/** Age of the oldest change that is not searchable, from the reports of a follower. */
export function createFollowerLag(clock: Clock) {
  let lastCheck: FollowerCheck = { at: clock.now(), oldestPendingAt: null }
  return {
    checked: (check: FollowerCheck) => {
      lastCheck = check
    },
    seconds: (): number => {
      const now = clock.now()
      const { at, oldestPendingAt } = lastCheck
      if (oldestPendingAt !== null) return Math.max(0, now - oldestPendingAt) / 1000
      return now - at > STALE_AFTER_MS ? (now - at) / 1000 : 0
    },
  }
}

/**
 * Requests to the follower thread. `used` acknowledges the `use` message with the same id; `closed` responds to `close`.
 */
export type FollowerRequest =
  | { type: 'used'; id: number }
  | { type: 'refresh'; id: number }
  | { type: 'repair'; file: string | null }
  | { type: 'close' }

/**
 * Messages of the follower thread. `refreshed` and `failed` respond to the request with the same id; `use` expects
 * `used` with its own id.
 */
export type FollowerMessage =
  | { type: 'use'; id: number; index: OpenableIndex | null }
  | { type: 'checked'; check: FollowerCheck }
  | { type: 'refreshed'; id: number }
  | { type: 'failed'; id: number; error: unknown }
  | { type: 'closed' }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; event: string; fields: LogFields }

type Start = (log: IndexFollowerOptions['log'], events: Parameters<StartFollower>[0]) => IndexFollower

/** Runs a follower in this thread, controlled through `port` by index-follower-thread.ts. */
export function followThroughPort(port: MessagePort, start: Start): void {
  const post = (message: FollowerMessage) => port.postMessage(message)
  const pendingSwitches = new Map<number, () => void>()
  let switchCount = 0
  const logAt =
    (level: 'info' | 'warn' | 'error'): IndexFollowerOptions['log']['info'] =>
    (event, fields = {}) =>
      post({ type: 'log', level, event, fields })

  const follower = start(
    { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    {
      use: (index) =>
        new Promise((resolve) => {
          switchCount += 1
          pendingSwitches.set(switchCount, resolve)
          post({ type: 'use', id: switchCount, index })
        }),
      checked: (check) => post({ type: 'checked', check }),
    },
  )

  const handle = (request: FollowerRequest) => {
    switch (request.type) {
      case 'used':
        pendingSwitches.get(request.id)?.()
        pendingSwitches.delete(request.id)
        break
      case 'refresh': {
        const { id } = request
        follower.refresh().then(
          () => post({ type: 'refreshed', id }),
          (error: unknown) => post({ type: 'failed', id, error }),
        )
        break
      }
      case 'repair':
        follower.repair(request.file)
        break
      case 'close': {
        const closed = () => post({ type: 'closed' })
        follower.close().then(closed, closed)
        break
      }
      default:
        request satisfies never
    }
  }
  port.on('message', (request: FollowerRequest | NodeMessage) => {
    if (isAppMessage(request)) handle(request)
  })
}
