import type { DeviceType } from '@baiqicha/contract/account'

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
