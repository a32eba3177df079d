import type { AlertChannel } from '@baiqicha/contract/alerts'
import type { Config } from '../config/read-config.ts'
import { isLocalHost } from '../platform/http/local-host.ts'
import { createPostJson } from '../platform/mail/post-json.ts'
import { openMailer } from '../platform/mail/send-mail.ts'
import type { AlertOptions } from './deps.ts'

export type AlertSource = Pick<Config, 'publicOrigins' | 'mode' | 'port' | 'mail' | 'webhookHosts'>

/** null: links would lead nowhere, so nothing is sent. */
export function alertOptionsOf({ publicOrigins, mode, port, mail, webhookHosts }: AlertSource): AlertOptions | null {
  const origin = publicOrigins[0] ?? (mode === 'local' ? `http://localhost:${port}` : undefined)
  if (origin === undefined) return null
  const localHosts = webhookHosts.filter((host) => isLocalHost(host.replace(/:\d+$/, '')))
  // A production server refuses to start with them (read-config.ts).
  return { mail, webhookHosts, origin, openMailer, post: createPostJson({ localHosts: new Set(localHosts) }) }
}

/** Channels that the settings offer. */
export const channelsOf = (alerts: Pick<AlertOptions, 'mail'> | null): AlertChannel[] =>
  alerts === null ? [] : alerts.mail === null ? ['webhook'] : ['mail', 'webhook']
