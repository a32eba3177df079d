import type { Handlers } from '../../platform/http/handler.ts'
import { unavailable } from '../../platform/http/refusal.ts'
import type { ClientReports } from './client-reports.ts'
import type { Tracking } from './tracking.service.ts'

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
