import { whenIdle } from '../lib/when-idle.ts'
import { whenCallsEnd } from '../platform/api/pending-calls.ts'
import { currentEnvironment } from '../platform/wechat/environment.ts'

/**
 * Registers the service worker once the first page has its data. Browsers have none without https, and a mini-program
 * decides itself what it keeps.
 */
export function registerWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || currentEnvironment() === 'mini-program') return
  whenIdle(() => whenCallsEnd(() => void navigator.serviceWorker.register('/sw.js').catch(() => {})))
}
