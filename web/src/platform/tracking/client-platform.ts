import type { PlatformType } from '@baiqicha/contract/tracking'
import { deviceTypeOf } from '../device/device-type.ts'

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
