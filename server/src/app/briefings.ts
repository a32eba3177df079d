import { Worker } from 'node:worker_threads'
import type { AlertChannel } from '@baiqicha/contract/alerts'
import type { Config } from '../config/read-config.ts'
import type { Clock } from '../domain/clock.ts'
import { createAlertSender } from '../features/alerts/alert-sender.ts'
import { createAlertTargets } from '../features/alerts/alert-target.repository.ts'
import { createBriefings, type StartRound } from '../features/alerts/briefing.service.ts'
import { createCompanyEventRepository } from '../features/follow/company-event.repository.ts'
import { createFollowRepository } from '../features/follow/follow.repository.ts'
import { createFollowService } from '../features/follow/follow.service.ts'
import { createCipher } from '../platform/crypto/cipher.ts'
import { createHmacHasher } from '../platform/crypto/hmac.ts'
import type { Database } from '../platform/database/database.ts'
import { createSourceReader } from '../platform/database/source-reader.ts'
import { isLocalHost } from '../platform/http/client-address.ts'
import { createPostJson } from '../platform/mail/post-json.ts'
import { openMailer } from '../platform/mail/send-mail.ts'
import { createCompanySubjects } from '../records/company-subjects.ts'
import type { AlertOptions } from './deps.ts'

type AlertSource = Pick<Config, 'publicOrigins' | 'mode' | 'port' | 'mail' | 'webhookHosts'>

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

type BriefingDeps = {
  db: Database
  clock: Clock
  secret: Uint8Array
  /** Whether demonstration companies are part of the store. */
  demoData: boolean
  alerts: Omit<AlertOptions, 'webhookHosts' | 'startRound'>
  onMail: (failure: unknown) => void
  closeMs?: number
}

const unused = () => Promise.reject(new Error('not used by briefings'))

/** Constructs the briefings of one process or thread over its database. */
export function composeBriefings({ db, clock, secret, demoData, alerts, onMail, closeMs }: BriefingDeps) {
  const { origin, timeoutMs } = alerts
  const follows = createFollowService({
    db,
    clock,
    subjects: createCompanySubjects(db, demoData),
    follows: createFollowRepository(db),
    events: createCompanyEventRepository(db),
    lockAccount: unused,
    listSummaries: unused,
    findSources: createSourceReader(db, clock),
  })
  return createBriefings({
    clock,
    cipher: createCipher(secret),
    targets: createAlertTargets({ db, clock }),
    sender: createAlertSender({ ...alerts, clock, hmac: createHmacHasher(secret) }),
    channels: channelsOf(alerts),
    origin,
    readNews: (userId, request) => follows.news(userId, request),
    newestEvent: () => follows.newestEvent(),
    onMail,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(closeMs !== undefined && { closeMs }),
  })
}

/** Data that the thread is started with. */
export type BriefingConfig = AlertSource & Pick<Config, 'databaseUrl' | 'dataDir' | 'demoData'>
/** Posted for each mail; null: the server took it. */
export type MailReport = { failure: unknown }

/**
 * Megabytes of the thread's heap. Each mail leaves objects that V8 frees only with its old generation, which in the
 * server's own heap would grow with the number of mails.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 32 }

/** Sends the briefings that are due in a thread of its own. */
export const roundInThread =
  ({ publicOrigins, mode, port, mail, webhookHosts, databaseUrl, dataDir, demoData }: BriefingConfig): StartRound =>
  (onMail) => {
    const workerData: BriefingConfig = {
      publicOrigins,
      mode,
      port,
      mail,
      webhookHosts,
      databaseUrl,
      dataDir,
      demoData,
    }
    const worker = new Worker(new URL('./briefings.worker.ts', import.meta.url), { workerData, resourceLimits })
    worker.on('message', ({ failure }: MailReport) => onMail(failure))
    const done = new Promise<void>((resolve, reject) => {
      worker.on('error', reject)
      worker.on('exit', (code) => {
        if (code === 0) resolve()
        else reject(new Error('the thread that sends briefings ended'))
      })
    })
    return { done, close: () => worker.postMessage(null, []) }
  }
