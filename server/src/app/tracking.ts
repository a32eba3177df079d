import { Counter, type Registry } from 'prom-client'
import { createClientReports } from '../features/tracking/client-reports.ts'
import {
  createDroppedEvents,
  createEventQueue,
  createSubjects,
  type DropReason,
  dropReasons,
} from '../features/tracking/event-queue.ts'
import { createTracking } from '../features/tracking/tracking.routes.ts'
import { createMemoryBuckets } from '../platform/limits/buckets.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import { createServiceOutage } from '../platform/log/service-outage.ts'
import type { AppDeps } from './deps.ts'

/** Addresses and devices with a bucket of events. */
const SENDERS = 100_000

type TrackingDeps = Pick<AppDeps, 'db' | 'config' | 'clock' | 'random' | 'hmac' | 'eventStore' | 'log'>

/** The service that takes tracked events, the queue to flush, and the reports of pages. */
export function createEventTracking(deps: TrackingDeps, registry: Registry) {
  const { db, config, clock, random, hmac, eventStore, log } = deps
  const dropped = new Counter({
    name: 'tracking_events_dropped_total',
    help: 'Tracked events that were not stored, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of dropReasons) dropped.inc({ reason }, 0)
  const droppedByDay = createDroppedEvents({ db, clock })
  const onDropped = (reason: DropReason, count: number) => {
    dropped.inc({ reason }, count)
    droppedByDay.add(reason, count)
  }
  const queue = createEventQueue({
    store: eventStore,
    findSubjects: createSubjects({ db, random }),
    clock,
    outage: createServiceOutage(log, 'event store'),
    onDropped,
  })
  const { buckets } = config.limits
  const limiter = createLimiter({ buckets, clock, hmac, store: createMemoryBuckets(SENDERS), cachedSubjects: SENDERS })
  const tracking = createTracking({
    queue,
    limiter,
    hmac,
    clock,
    onLimited: (count) => onDropped('limited', count),
  })
  return { tracking, queue, droppedByDay, clientReports: createClientReports({ db, limiter, clock }) }
}
