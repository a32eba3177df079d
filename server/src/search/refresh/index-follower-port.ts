import type { MessagePort } from 'node:worker_threads'
import { isOwn, type NodeMessage } from '../pool/thread-messages.ts'
import type { IndexFollower, IndexFollowerOptions, StartFollower } from './index-follower.ts'
import type { FollowerOrder, FollowerReport } from './index-follower-messages.ts'

type Start = (log: IndexFollowerOptions['log'], events: Parameters<StartFollower>[0]) => IndexFollower

/** Runs a follower in this thread for the one that started the thread (index-follower-thread.ts). */
export function followThroughPort(port: MessagePort, start: Start): void {
  const tell = (report: FollowerReport) => port.postMessage(report)
  const unused = new Map<number, () => void>()
  let uses = 0
  const logAt =
    (level: 'info' | 'warn' | 'error'): IndexFollowerOptions['log']['info'] =>
    (event, fields = {}) =>
      tell({ type: 'log', level, event, fields })

  const follower = start(
    { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    {
      use: (index) =>
        new Promise((resolve) => {
          uses += 1
          unused.set(uses, resolve)
          tell({ type: 'use', id: uses, index })
        }),
      looked: (look) => tell({ type: 'looked', look }),
    },
  )

  const obey = (order: FollowerOrder) => {
    switch (order.type) {
      case 'used':
        unused.get(order.id)?.()
        unused.delete(order.id)
        break
      case 'refresh': {
        const { id } = order
        follower.refresh().then(
          () => tell({ type: 'refreshed', id }),
          (error: unknown) => tell({ type: 'failed', id, error }),
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
  port.on('message', (order: FollowerOrder | NodeMessage) => {
    if (isOwn(order)) obey(order)
  })
}
