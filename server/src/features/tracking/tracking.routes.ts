import type { Handlers } from '../../platform/http/handler.ts'
import { unavailable } from '../../platform/http/refusal.ts'
import type { Tracking } from './tracking.service.ts'

type TrackingRoutesDeps = { tracking: Tracking; settings: { asksConsent: boolean; days: number } }

export const trackingHandlers = ({
  tracking,
  settings,
}: TrackingRoutesDeps): Handlers<'saveActions' | 'trackingConfig'> => ({
  trackingConfig: async () => settings,
  async saveActions({ input, token, address }) {
    if (!(await tracking.receive(input, { token, address }))) throw unavailable()
    return null
  },
})
