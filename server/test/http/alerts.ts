import { expect } from 'vitest'
import type { Clock } from '../../src/domain/clock.ts'
import { createAlertSender } from '../../src/features/alerts/alert-sender.ts'
import { createAlertTargets } from '../../src/features/alerts/alert-target.repository.ts'
import { createBriefings } from '../../src/features/alerts/briefing.service.ts'
import { createCompanyEventRepository } from '../../src/features/follow/company-event.repository.ts'
import { createFollowRepository } from '../../src/features/follow/follow.repository.ts'
import { createFollowService } from '../../src/features/follow/follow.service.ts'
import { createCipher } from '../../src/platform/crypto/cipher.ts'
import { createHmacHasher } from '../../src/platform/crypto/hmac.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createSourceReader } from '../../src/platform/database/source-reader.ts'
import type { MailServer } from '../../src/platform/mail/mail-server.ts'
import { createPostJson, type PostJson } from '../../src/platform/mail/post-json.ts'
import { openMailer } from '../../src/platform/mail/send-mail.ts'
import { createCompanySubjects } from '../../src/records/company-subjects.ts'
import { call, type TestApp } from './app.ts'
import { noSession, type RouteCases } from './route-case.ts'

/** The code in the newest mail to an address. */
export const mailedCode = ({ mails }: Pick<TestApp, 'mails'>, address: string): string =>
  /\d{6}/.exec(mails.findLast(({ to }) => to === address.toLowerCase())?.subject ?? '')?.[0] ?? ''

/** Sets the mail address of a user with the code that was sent to it. */
export async function setMail(test: TestApp, token: string, address: string) {
  await call(test.app, 'sendAlertMailCode', { address }, { token })
  return call(test.app, 'setAlertMail', { address, code: mailedCode(test, address) }, { token })
}

/** Cases of the calls of alerts. */
export async function alertRouteCases(test: TestApp, token: string) {
  const address = 'route-cases@example.com'
  await call(test.app, 'sendAlertMailCode', { address }, { token })
  const code = mailedCode(test, address)
  return {
    alertSettings: {
      input: {},
      signedIn: true,
      check: ({ data }) => expect(data?.offered).toEqual(['mail', 'webhook']),
      refused: { input: {}, ...noSession },
    },
    sendAlertMailCode: {
      input: { address: 'another@example.com' },
      signedIn: true,
      refused: { input: { address }, ...noSession },
    },
    setAlertMail: { input: { address, code }, signedIn: true, refused: { input: { address, code }, ...noSession } },
    setAlertWebhook: {
      input: { url: 'https://hooks.example.com/baiqicha' },
      signedIn: true,
      check: ({ data }) => expect(data?.secret).toMatch(/^[0-9a-f]{64}$/),
      refused: { input: { url: 'https://hooks.example.com/baiqicha' }, ...noSession },
    },
    removeAlert: {
      input: { channel: 'mail' },
      signedIn: true,
      refused: { input: { channel: 'mail' }, ...noSession },
    },
  } satisfies Partial<RouteCases>
}

const unused = async () => {
  throw new Error('not used by briefings')
}

export type TestBriefings = { mail: MailServer; timeoutMs?: number; post?: PostJson; closeMs?: number }

/** The briefings of one process, which tests run themselves. */
export function openBriefings(
  { db }: { db: Database },
  clock: Clock,
  { mail, post = createPostJson(), ...times }: TestBriefings,
) {
  const secret = new Uint8Array(32)
  const follows = createFollowService({
    db,
    clock,
    subjects: createCompanySubjects(db, true),
    follows: createFollowRepository(db),
    events: createCompanyEventRepository(db),
    lockAccount: unused,
    listSummaries: unused,
    findSources: createSourceReader(db, clock),
  })
  const origin = 'https://www.example.com'
  return createBriefings({
    clock,
    cipher: createCipher(secret),
    targets: createAlertTargets({ db, clock }),
    sender: createAlertSender({ clock, hmac: createHmacHasher(secret), mail, origin, openMailer, post }),
    channels: ['mail', 'webhook'],
    origin,
    readNews: (userId, request) => follows.news(userId, request),
    newestEvent: () => follows.newestEvent(),
    onMail: () => {},
    ...times,
  })
}
