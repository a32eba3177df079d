import type { Handlers } from '../../platform/http/handler.ts'
import { unavailable } from '../../platform/http/refusal.ts'
import type { Tracking } from './tracking.service.ts'

export const trackingHandlers = (tracking: Tracking): Handlers<'saveActions'> => ({
  async saveActions({ input, token, address }) {
    if (!(await tracking.receive(input, { token, address }))) throw unavailable()
    return null
  },
})
