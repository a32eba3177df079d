import type { DeviceType } from '@baiqicha/contract/account'
import { localStore, sessionStore } from '../storage/safe-storage.ts'
import { deviceTypeOf } from './device-type.ts'

const DEVICE_ID_KEY = 'web_track_device_id'
const CHANNEL_KEY = 'fr'

function createDeviceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Reads the device id, and creates it at the first login: nothing is stored about a visitor who never logs in. */
function readDeviceId(): string {
  const stored = localStore.read(DEVICE_ID_KEY)
  if (stored !== null && stored !== '') return stored
  const created = createDeviceId()
  localStore.write(DEVICE_ID_KEY, created)
  return created
}

/** Stores the channel code `fr` of the first query that has one until the window closes: login usually follows on another page. */
export function rememberChannel(...queries: string[]) {
  const channel = queries.map((query) => new URLSearchParams(query).get('fr')).find((code) => code)
  if (channel) sessionStore.write(CHANNEL_KEY, channel.slice(0, 64))
}

/** Device and channel fields of every login call. */
export function deviceFields(): { deviceType: DeviceType; deviceId: string; fr: string } {
  return {
    deviceType: deviceTypeOf(navigator.userAgent),
    deviceId: readDeviceId(),
    fr: sessionStore.read(CHANNEL_KEY) ?? '',
  }
}
