import type { Clock } from '../domain/clock.ts'
import { createAlertSender } from '../features/alerts/alert-sender.ts'
import { createAlertTargets } from '../features/alerts/alert-target.repository.ts'
import { createBriefings } from '../features/alerts/briefing.service.ts'
import { createCompanyEventRepository } from '../features/follow/company-event.repository.ts'
import { createFollowRepository } from '../features/follow/follow.repository.ts'
import { createFollowService } from '../features/follow/follow.service.ts'
import { createCipher } from '../platform/crypto/cipher.ts'
import { createHmacHasher } from '../platform/crypto/hmac.ts'
import type { Database } from '../platform/database/database.ts'
import { createSourceReader } from '../platform/database/source-reader.ts'
import { createCompanySubjects } from '../records/company-subjects.ts'
import { channelsOf } from './alert-options.ts'
import type { AlertOptions } from './deps.ts'

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
