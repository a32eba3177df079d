import { saveActionBody, trackingConfigSchema } from '../tracking.ts'
import { done, nothing, route } from './route.ts'

export const trackingRoutes = {
  trackingConfig: route({
    method: 'GET',
    path: '/v1/userActionLog/config',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: trackingConfigSchema,
  }),
  saveActions: route({
    method: 'POST',
    path: '/v1/userActionLog/save',
    // The session of the token is read later, per batch: the request runs no query.
    access: 'open',
    load: 'tracking',
    bodyLimit: 16 * 1024,
    input: saveActionBody,
    output: done,
  }),
} as const
