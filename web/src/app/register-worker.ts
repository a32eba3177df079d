import { whenSettled } from '../platform/api/pending-calls.ts'
import { currentEnvironment } from '../platform/wechat/mini-program.ts'

// Registers the service worker once the first page has its data. Browsers have none without https, and a mini-program decides
// itself what it keeps.
if ('serviceWorker' in navigator && currentEnvironment() !== 'mini-program') {
  whenSettled(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
