import type { SaveActionBody } from '@baiqicha/contract/tracking'
import type { Clock } from '../../domain/clock.ts'
import { type Hmac, sha256 } from '../../platform/crypto/hmac.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { unavailable } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { ClientReports } from './client-reports.ts'
import { readEvents } from './event.input.ts'
import type { EventQueue } from './event-queue.ts'

type TrackingRoutesDeps = {
  tracking: Tracking
  clientReports: ClientReports
}

export const trackingHandlers = ({ tracking, clientReports }: TrackingRoutesDeps) =>
  ({
    async saveActions({ input, token, address }) {
      if (!(await tracking.receive(input, { token, address }))) throw unavailable()
      return null
    },
    async saveReport({ input, address }) {
      if (!(await clientReports.receive(input, address))) throw unavailable()
      return null
    },
  }) satisfies Partial<Handlers>

/** Sender of a request. `token`: as sent; empty for a visitor or a beacon. */
type Sender = { token: string; address: string }

type TrackingDeps = {
  queue: EventQueue
  limiter: Limiter
  hmac: Hmac
  clock: Clock
  onLimited: (count: number) => void
}

export function createTracking({ queue, limiter, hmac, clock, onLimited }: TrackingDeps) {
  const hashDevice = (deviceId: string) => BigInt.asIntN(64, BigInt(`0x${hmac('device', deviceId).slice(0, 16)}`))

  return {
    /** Queues the events of a request. false: the store fails or is behind. @throws Refusal above the limits */
    async receive(body: SaveActionBody, { token, address }: Sender): Promise<boolean> {
      const events = readEvents(body, { now: clock.now(), hashDevice })
      const device = String(events[0]?.device)
      // The limits count events: a batch spends as much as its events sent one by one.
      const tokens = events.length
      const taken = await limiter.take([
        { limit: 'eventsPerAddress', subject: address, tokens },
        { limit: 'eventsPerDevice', subject: device, tokens },
      ])
      if (!taken.ok) {
        onLimited(events.length)
        throw limitRefusal(taken.error)
      }
      return queue.add(events, token === '' ? null : sha256(token))
    },
  }
}
export type Tracking = ReturnType<typeof createTracking>
