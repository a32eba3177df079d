import type { MessagePort } from 'node:worker_threads'
import { isAppMessage, type NodeMessage } from '../thread-messages.ts'
import type { IndexFollower, IndexFollowerOptions, StartFollower } from './index-follower.ts'
import type { FollowerMessage, FollowerRequest } from './index-follower-messages.ts'

type Start = (log: IndexFollowerOptions['log'], events: Parameters<StartFollower>[0]) => IndexFollower

/** Runs a follower in this thread, controlled through `port` by index-follower-thread.ts. */
export function followThroughPort(port: MessagePort, start: Start): void {
  const post = (report: FollowerMessage) => port.postMessage(report)
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

  const handle = (order: FollowerRequest) => {
    switch (order.type) {
      case 'used':
        pendingSwitches.get(order.id)?.()
        pendingSwitches.delete(order.id)
        break
      case 'refresh': {
        const { id } = order
        follower.refresh().then(
          () => post({ type: 'refreshed', id }),
          (error: unknown) => post({ type: 'failed', id, error }),
        )
        break
      }
      case 'repair':
        follower.repair(order.file)
        break
      default:
        order satisfies never
    }
  }
  port.on('message', (order: FollowerRequest | NodeMessage) => {
    if (isAppMessage(order)) handle(order)
  })
}
