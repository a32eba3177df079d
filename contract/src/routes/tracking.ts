import { saveReportBody } from '../client-report.ts'
import { saveActionBody } from '../tracking.ts'
import { done, route } from './route.ts'

export const trackingRoutes = {
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
  saveReport: route({
    method: 'POST',
    path: '/v1/clientReport/save',
    access: 'open',
    load: 'tracking',
    bodyLimit: 16 * 1024,
    input: saveReportBody,
    output: done,
  }),
} as const
