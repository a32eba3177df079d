import type { SmsScene } from '@baiqicha/contract/account'
import { type Clock, isoOf } from '../../domain/clock.ts'
import { maskMobile } from '../../domain/masking/masking.ts'
import type { Random } from '../../domain/random.ts'
import { lazy } from '../cache.ts'
import type { Outbox } from '../outbox.ts'
import type { SmsSender } from './sms-sender.ts'
import type { SmsSettings } from './sms-settings.ts'

const sceneNames: Record<SmsScene, string> = {
  login: '登录',
  register: '注册',
  resetPassword: '重置密码',
  deactivate: '注销账户',
  exportData: '导出数据',
  signOut: '退出其他设备',
  correction: '纠错与异议',
  hideNumber: '隐藏号码',
}

/** Prints the code instead of sending a message, for local use. Refused in production (config.ts). */
export const createConsoleSmsSender = (print: (line: string) => void): SmsSender => ({
  async send({ mobile, scene, code }) {
    print(`验证码 ${code}（${maskMobile(mobile)}，${sceneNames[scene]}）\n`)
  },
})

/** Appends each message to the outbox file. */
export const createOutboxSmsSender = (outbox: Outbox, clock: Clock): SmsSender => ({
  send: ({ mobile, scene, code }) => outbox({ at: isoOf(clock.now()), mobile, scene, code }),
})

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
