import { expect, test } from 'vitest'
import { deviceTypeOf } from './device.ts'

const android = 'Mozilla/5.0 (Linux; Android 13; M2012) AppleWebKit/537.36 Chrome/111 Mobile Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15'

test.each([
  [`${android} MicroMessenger/8.0.40`, 'wechat'],
  [`${iphone} AlipayClient/10.3`, 'alipay'],
  [`${android} QQ/8.9.50`, 'qq'],
  [`${android} MQQBrowser/13.9`, 'qq'],
  [android, 'android'],
  [iphone, 'ios'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 'mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/120', 'linux'],
  ['curl/8.0', 'web'],
  ['', 'web'],
])('%s is %s', (agent, type) => {
  expect(deviceTypeOf(agent)).toBe(type)
})
