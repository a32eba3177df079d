import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { lazy } from '../cache.ts'
import type { SmsSender } from './sms-sender.ts'
import type { SmsSettings } from './sms-settings.ts'

type ProviderSettings = Exclude<SmsSettings, { sender: 'console' }>

/** The sender of the chosen provider, loaded with the first message. */
export function createProviderSmsSender(settings: ProviderSettings, deps: { clock: Clock; random: Random }): SmsSender {
  const open = lazy(async () =>
    settings.sender === 'aliyun'
      ? (await import('./aliyun-sms-sender.ts')).createAliyunSmsSender({ account: settings.account, ...deps })
      : (await import('./tencent-sms-sender.ts')).createTencentSmsSender({ account: settings.account, ...deps }),
  )
  return { send: async (message, signal) => (await open()).send(message, signal) }
}
