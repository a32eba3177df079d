import { expect } from 'vitest'
import { composeBriefings } from '../../src/app/briefings.ts'
import type { Clock } from '../../src/domain/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createPostJson, type PostJson } from '../../src/platform/mail/post-json.ts'
import { type MailServer, openMailer } from '../../src/platform/mail/send-mail.ts'
import { call, type TestApp } from './app.ts'
import { ofUser, type RouteCases } from './route-case.ts'

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
    alertSettings: ofUser({}, ({ data }) => expect(data?.offered).toEqual(['mail', 'webhook'])),
    sendAlertMailCode: ofUser({ address: 'another@example.com' }),
    setAlertMail: ofUser({ address, code }),
    setAlertWebhook: ofUser({ url: 'https://hooks.example.com/baiqicha' }, ({ data }) =>
      expect(data?.secret).toMatch(/^[0-9a-f]{64}$/),
    ),
    removeAlert: ofUser({ channel: 'mail' }),
  } satisfies Partial<RouteCases>
}

export type TestBriefings = { mail: MailServer; timeoutMs?: number; post?: PostJson; closeMs?: number }

/** The briefings of one process, which tests run themselves. */
export const openBriefings = (
  { db }: { db: Database },
  clock: Clock,
  { mail, post = createPostJson(), timeoutMs, closeMs }: TestBriefings,
) =>
  composeBriefings({
    db,
    clock,
    secret: new Uint8Array(32),
    demoData: true,
    alerts: {
      mail,
      origin: 'https://www.example.com',
      openMailer,
      post,
      ...(timeoutMs !== undefined && { timeoutMs }),
    },
    onMail: () => {},
    ...(closeMs !== undefined && { closeMs }),
  })
