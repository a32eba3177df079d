import type { DeviceType } from '@baiqicha/contract/account'
import { localStore, sessionStore } from '../storage/safe-storage.ts'
import { deviceTypeOf } from './device-type.ts'

const DEVICE_ID_KEY = 'web_track_device_id'
const CHANNEL_KEY = 'fr'

function createDeviceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Creates the device id at the first login attempt and stores it: nothing is stored for users who never log in. */
function readDeviceId(): string {
  const stored = localStore.read(DEVICE_ID_KEY)
  if (stored !== null && stored !== '') return stored
  const made = createDeviceId()
  localStore.write(DEVICE_ID_KEY, made)
  return made
}

/** Stores the channel code `fr` of a URL for the session: the login page is usually not the landing page. */
export function saveChannel(...queries: string[]) {
  const channel = queries.map((query) => new URLSearchParams(query).get('fr')).find((code) => code)
  if (channel) sessionStore.write(CHANNEL_KEY, channel.slice(0, 64))
}

/** Device fields of every login request. */
export function deviceFields(): { deviceType: DeviceType; deviceId: string; fr: string } {
  return {
    deviceType: deviceTypeOf(navigator.userAgent),
    deviceId: readDeviceId(),
    fr: sessionStore.read(CHANNEL_KEY) ?? '',
  }
}
