import * as z from 'zod/mini'
import { SMS_CODE_LENGTH } from './account.ts'

/** Ways in which changes of followed companies are sent once a day. */
export const alertChannels = ['mail', 'webhook'] as const
export type AlertChannel = (typeof alertChannels)[number]

/** What a target receives: a mail, a message in a group chat, or JSON with a signature. */
export const alertFormats = ['mail', '企业微信', '钉钉', '飞书', 'json'] as const
export type AlertFormat = (typeof alertFormats)[number]

/** When briefings begin to be sent, in China. */
export const BRIEFING_TIME = '08:30'
/** Companies of one briefing; the rest is counted. */
export const BRIEFING_COMPANIES = 20
/** Changes of one company in a briefing; the rest is counted. */
export const BRIEFING_EVENTS = 5

export const WEBHOOK_URL_LENGTH = 1_000
export const MAIL_ADDRESS_LENGTH = 128
/** Headers of the JSON form: seconds since 1970, and `sha256=` with the HMAC of the time, a dot and the body. */
export const ALERT_TIME_HEADER = 'x-baiqicha-timestamp'
export const ALERT_SIGNATURE_HEADER = 'x-baiqicha-signature'

/** `failing`: the last attempt failed and is repeated; `refused`: nothing is sent until the address is set again. */
export const alertStates = ['on', 'failing', 'refused', 'stopped'] as const
export type AlertState = (typeof alertStates)[number]

const alertTargetSchema = z.object({
  channel: z.enum(alertChannels),
  format: z.enum(alertFormats),
  /** As in li***@example.com. */
  addressMasked: z.string(),
  state: z.enum(alertStates),
  /** Why the last attempt failed, or operators stopped the address; null: it did not, and they did not. */
  cause: z.nullable(z.string()),
  /** null: nothing was sent yet. */
  sentAt: z.nullable(z.string()),
})
export type AlertTarget = z.infer<typeof alertTargetSchema>

export const alertSettingsSchema = z.object({
  /** Whether the operator has a mail server, or links can be made. A channel that is not offered is not shown. */
  offered: z.array(z.enum(alertChannels)),
  /** At most one of each channel. */
  targets: z.array(alertTargetSchema),
  /** Hosts of webhooks beside the group chats. */
  webhookHosts: z.array(z.string()),
})
export type AlertSettings = z.infer<typeof alertSettingsSchema>

const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAIL_ADDRESS_LENGTH))

export const sendMailCodeBody = z.object({ address, deviceId: z._default(z.string().check(z.maxLength(64)), '') })
export const setAlertMailBody = z.object({ address, code: z.string().check(z.maxLength(4 * SMS_CODE_LENGTH)) })
export const setAlertWebhookBody = z.object({
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(WEBHOOK_URL_LENGTH)),
})
export const removeAlertBody = z.object({ channel: z.enum(alertChannels) })

/** `secret`: signs the JSON form, and is shown only here; null for group chats. */
export const alertWebhookSchema = z.object({ secret: z.nullable(z.string()) })
