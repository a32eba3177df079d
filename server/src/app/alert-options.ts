import type { Config } from '../config/read-config.ts'
import { isLocalHost } from '../platform/http/local-host.ts'
import { createPostJson } from '../platform/mail/post-json.ts'
import { openMailer } from '../platform/mail/send-mail.ts'
import type { AlertOptions } from './deps.ts'

/** null: links would lead nowhere, so nothing is sent. */
export function alertOptionsOf({ publicOrigins, mode, port, mail, webhookHosts }: Config): AlertOptions | null {
  const origin = publicOrigins[0] ?? (mode === 'local' ? `http://localhost:${port}` : undefined)
  if (origin === undefined) return null
  const localHosts = webhookHosts.filter((host) => isLocalHost(host.replace(/:\d+$/, '')))
  // A production server refuses to start with them (read-config.ts).
  return { mail, webhookHosts, origin, openMailer, post: createPostJson({ localHosts: new Set(localHosts) }) }
}
