import { smsScenes } from '@baiqicha/contract/account'
import * as z from 'zod/mini'

/** The provider's template id for each scene. Every scene needs one. */
const templatesSchema = z.record(z.enum(smsScenes), z.string().check(z.regex(/^[\w-]{1,64}$/)))
type SmsTemplates = z.output<typeof templatesSchema>

/** The customer account at a provider. */
export type SmsAccount = {
  accessKeyId: string
  accessKeySecret: string
  /** The approved signature at the start of each message, without 【】. */
  signName: string
  templates: SmsTemplates
}
export type TencentAccount = SmsAccount & { appId: string; region: string }

export type SmsSettings =
  | { sender: 'console' }
  | { sender: 'aliyun'; account: SmsAccount }
  | { sender: 'tencent'; account: TencentAccount }

/**
 * Parses one id for all scenes, or one per scene as in `login=SMS_1,register=SMS_2`. @throws Error when a scene has
 * none.
 */
export function parseSmsTemplates(text: string): SmsTemplates {
  const entries = text.includes('=') ? text.split(',') : smsScenes.map((scene) => `${scene}=${text}`)
  const pairs = entries.map((entry) => {
    const at = entry.indexOf('=')
    return [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
  })
  return z.parse(templatesSchema, Object.fromEntries(pairs))
}

/** undefined: not set. */
type SmsVariables = {
  smsSender: SmsSettings['sender']
  smsAccessKeyId: string | undefined
  smsAccessKeySecret: string | undefined
  smsSignName: string | undefined
  smsTemplates: SmsTemplates | undefined
  smsAppId: string | undefined
  smsRegion: string
}

/** The settings of the chosen sender. null: settings are missing; `problems` gets one sentence for each. */
export function readSmsSettings(values: SmsVariables, problems: string[]): SmsSettings | null {
  const { smsSender: sender, smsRegion: region } = values
  if (sender === 'console') return { sender }
  const missing = (name: string) => {
    problems.push(`${name} 未设置：SMS_SENDER=${sender} 需要它`)
    return null
  }
  const accessKeyId = values.smsAccessKeyId ?? missing('SMS_ACCESS_KEY_ID')
  const accessKeySecret = values.smsAccessKeySecret ?? missing('SMS_ACCESS_KEY_SECRET')
  const signName = values.smsSignName ?? missing('SMS_SIGN_NAME')
  const templates = values.smsTemplates ?? missing('SMS_TEMPLATES')
  const appId = sender === 'tencent' ? (values.smsAppId ?? missing('SMS_APP_ID')) : ''
  if (accessKeyId === null || accessKeySecret === null || signName === null || templates === null || appId === null) {
    return null
  }
  const account = { accessKeyId, accessKeySecret, signName, templates }
  return sender === 'aliyun' ? { sender, account } : { sender, account: { ...account, appId, region } }
}
