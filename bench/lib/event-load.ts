import { Worker } from 'node:worker_threads'
import type { EventsPlan } from './sent-events.ts'

export type EventLoadPlan = Omit<EventsPlan, 'requests'> & { port: number; eventsPerSecond: number; seconds: number }

/** Events by the status of their answer; 0: without an answer. */
export type EventLoadResult = { perSecond: number; byStatus: Record<number, number> }

/** Sends events at an even rate, whatever the answers take. Resolves when all is sent. `started`: when the first is. */
export function startEventLoad(plan: EventLoadPlan): { started: Promise<void>; ended: Promise<EventLoadResult> } {
  const worker = new Worker(new URL('./event-load.worker.ts', import.meta.url), { workerData: plan })
  const started = new Promise<void>((resolve) => worker.once('message', () => resolve()))
  const ended = new Promise<EventLoadResult>((resolve, reject) => {
    worker.on('message', (message: EventLoadResult | 'started') => {
      if (message !== 'started') resolve(message)
    })
    worker.once('error', reject)
  })
  return { started, ended }
}
