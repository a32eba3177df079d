import type { PlatformType, SaveReportBody } from '@baiqicha/contract/tracking'
import { deviceTypeOf } from '../device/device.ts'
import { matchPage } from '../navigation/pages.ts'

const desktops: readonly string[] = ['windows', 'mac', 'linux', 'web']
const systems = /Android [\d.]+|(?:iPhone )?OS [\d_]+ like|Windows NT [\d.]+|Mac OS X [\d_.]+|Linux/

/** Device type, kind of platform and operating system of a user agent (SPEC §3). */
export function clientPlatform(agent: string) {
  const platform = deviceTypeOf(agent)
  const ofDevice: PlatformType = desktops.includes(platform) ? 'PC' : 'H5'
  const platformType: PlatformType = /miniProgram/i.test(agent) ? 'mini-program' : ofDevice
  const os = systems.exec(agent)?.[0].replace(' like', '').replaceAll('_', '.') ?? ''
  return { platform, platformType, os }
}

const REPORTS = '/api/h5/v1/clientReport/save'
/** Equals the limit of the contract, which would bring its schemas. */
const LENGTH = 2_000

type Fault = Extract<SaveReportBody['type'], 'error' | 'rejection' | 'preload'>

/** What can state data or a secret: queries, long ids, numbers, and all text that is not the code's English. */
const scrub = (text: string) =>
  text
    .replaceAll(/\?[^\s"')]*/g, '?…')
    .replaceAll(/[\w-]{32,}|\d{6,}|[^\x20-\x7e\n]+/g, '…')
    .slice(0, LENGTH)

const pageKeyOf = (hash: string) => matchPage(hash.slice(1).split('?')[0] ?? '')?.name ?? ''

/** Sends a report. Like events: the response is not read, and a failure has no effect. */
export function sendReport({ type, data }: { type: SaveReportBody['type']; data: object }) {
  const common = {
    pageKey: pageKeyOf(window.location.hash),
    platformType: clientPlatform(navigator.userAgent).platformType,
    version: __APP_VERSION__,
  }
  const body = JSON.stringify({ appId: 'bqc-h5', type, data: { ...common, ...data } })
  const headers = { 'content-type': 'application/json' }
  fetch(REPORTS, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
}

const describe = (cause: unknown) => (cause instanceof Error ? (cause.stack ?? cause.message) : typeof cause)

function faultOf(event: Event): { type: Fault; text: string } {
  if (event instanceof ErrorEvent) return { type: 'error', text: event.error ? describe(event.error) : event.message }
  if (event instanceof PromiseRejectionEvent) return { type: 'rejection', text: describe(event.reason) }
  return { type: 'preload', text: 'payload' in event ? describe(event.payload) : '' }
}

/** Reports faults, each once per visit. */
export function createErrorReporter(): (event: Event) => void {
  const reported = new Set<string>()
  return (event) => {
    const fault = faultOf(event)
    const text = scrub(fault.text)
    const key = fault.type + text
    if (reported.has(key)) return
    reported.add(key)
    sendReport({ type: fault.type, data: { text } })
  }
}
