import { saveActionBody, saveReportBody } from '../tracking.ts'
import { done, type RouteDocs, route } from './route.ts'

export const trackingRoutes = {
  // The session of the token is read later, per batch: the request runs no query.
  saveActions: route(
    { method: 'POST', path: '/v1/userActionLog/save', access: 'open', load: 'tracking', bodyLimit: 16 * 1024 },
    saveActionBody,
    done,
  ),
  saveReport: route(
    { method: 'POST', path: '/v1/clientReport/save', access: 'open', load: 'tracking', bodyLimit: 16 * 1024 },
    saveReportBody,
    done,
  ),
} as const

export const trackingDocs = (): RouteDocs<typeof trackingRoutes> => ({
  saveActions: {
    summary: '上报用户行为事件，一次一个或多个同类事件',
    example: {
      appId: 'bqc-h5',
      type: 'pageview',
      data: {
        eventId: '3f0a4e0c-7a0e-4b57-9c1e-0d7a2f3b8c11',
        swiftNumber: '1795420800000',
        deviceId: 'example-device',
        platform: 'android',
        userId: '',
        os: 'Android 15',
        screen: '375x812',
        timestamp: 1_795_420_800_000,
        customData: { fr: '', platform: 'android', platformType: 'H5' },
        title: '百企查',
        url: '/home',
        referrer: '',
        pageKey: 'home',
        isFirst: true,
      },
    },
    answer: null,
  },
  saveReport: {
    summary: '上报页面错误或性能指标',
    example: {
      appId: 'bqc-h5',
      type: 'error',
      data: { pageKey: 'home', platformType: 'H5', version: '1.0.0', text: 'TypeError: x is not a function' },
    },
    answer: null,
  },
})
