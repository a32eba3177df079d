import type { DeviceType } from '@baiqicha/contract/account'
import { randomUuid } from '../../lib/random-id.ts'
import { DEVICE_ID_KEY } from '../../lib/tracker/device-id.ts'
import { localStore } from '../storage/safe-storage.ts'
import { hasRefusedTracking } from '../tracking/tracking-decision.ts'
import { readChannel } from './channel.ts'
import { deviceTypeOf } from './device-type.ts'

/** Used without storage by users who refused the statistics: the limits of SMS codes need an id. */
let unstoredId: string | null = null

/** Creates the device id at the first login attempt and stores it: nothing is stored for users who never log in. */
function readDeviceId(): string {
  const stored = localStore.read(DEVICE_ID_KEY)
  if (stored !== null && stored !== '') return stored
  unstoredId ??= randomUuid()
  if (!hasRefusedTracking()) localStore.write(DEVICE_ID_KEY, unstoredId)
  return unstoredId
}

/** Device fields of every login request. */
export function ownDeviceFields(): { deviceType: DeviceType; deviceId: string; fr: string } {
  return { deviceType: deviceTypeOf(navigator.userAgent), deviceId: readDeviceId(), fr: readChannel() }
}
