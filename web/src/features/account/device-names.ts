import type { DeviceType } from '@baiqicha/contract/account'

export const deviceNames: Readonly<Record<DeviceType, string>> = {
  wechat: '微信',
  alipay: '支付宝',
  qq: 'QQ',
  android: '安卓设备',
  ios: '苹果手机或平板',
  windows: 'Windows 电脑',
  mac: 'Mac 电脑',
  linux: 'Linux 电脑',
  web: '浏览器',
}
