import type { DeviceType } from '@baiqicha/contract/account'
import { DEVICE_ID_KEY, randomUuid } from '../../lib/tracker/device-id.ts'
import { localStore } from '../storage/safe-storage.ts'
import { hasRefusedTracking } from '../tracking/tracking-decision.ts'
import { readChannel } from './channel.ts'

// Order matters: an app's own browser also names the system it runs on.
const marks: readonly [RegExp, DeviceType][] = [
  [/MicroMessenger/i, 'wechat'],
  [/AlipayClient/i, 'alipay'],
  [/\bQQ\/|QQBrowser|MQQBrowser/i, 'qq'],
  [/Android/i, 'android'],
  [/iPhone|iPad|iPod/i, 'ios'],
  [/Windows/i, 'windows'],
  [/Macintosh|Mac OS X/i, 'mac'],
  [/Linux/i, 'linux'],
]

/** Device type from the user agent (SPEC §3). */
export const deviceTypeOf = (agent: string): DeviceType => marks.find(([mark]) => mark.test(agent))?.[1] ?? 'web'

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
