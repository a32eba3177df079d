import { createHmac } from 'node:crypto'
import { ALERT_SIGNATURE_HEADER, ALERT_TIME_HEADER, type AlertFormat } from '@baiqicha/contract/alerts'
import { UNSUBSCRIBE_PATH } from '@baiqicha/contract/routes/alerts'
import type { Clock } from '../../domain/clock.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import { postToChat } from '../../platform/mail/notice-targets.ts'
import type { PostJson } from '../../platform/mail/post-json.ts'
import { type Mailer, type MailServer, type OpenMailer, SendFailure } from '../../platform/mail/send-mail.ts'
import { signingSecret, unsubscribeToken } from './alert-target.rules.ts'
import { type Briefing, briefingChatText, briefingJson, briefingMail } from './briefing.rules.ts'

export type AlertAddress = { id: string; format: AlertFormat; address: string }
type SendOptions = { timeoutMs: number; signal?: AbortSignal }

/** Sends briefings one after another or at the same time; mails share connections. */
export type BriefingSender = {
  /** @throws SendFailure */
  send(to: AlertAddress, briefing: Briefing, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

type AlertSenderDeps = {
  clock: Clock
  hmac: Hmac
  mail: MailServer | null
  origin: string
  openMailer: OpenMailer
  post: PostJson
}

/** Sends to targets in their formats. @throws SendFailure */
export function createAlertSender({ clock, hmac, mail, origin, openMailer, post }: AlertSenderDeps) {
  function mailServer(): MailServer {
    if (mail === null) throw new SendFailure('SMTP_URL 未设置', 'notSent')
    return mail
  }

  async function postSigned({ id, address }: AlertAddress, content: object, options: SendOptions) {
    const body = JSON.stringify(content)
    const seconds = String(Math.floor(clock.now() / 1_000))
    const signature = createHmac('sha256', signingSecret(hmac, id)).update(`${seconds}.${body}`).digest('hex')
    const headers = { [ALERT_TIME_HEADER]: seconds, [ALERT_SIGNATURE_HEADER]: `sha256=${signature}` }
    await post(address, { body, headers, ...options })
  }

  return {
    /** Connects with the first mail. `connections`: most to the mail server. */
    openBriefings({ timeoutMs, connections }: { timeoutMs: number; connections: number }): BriefingSender {
      let opened: Promise<Mailer> | null = null
      return {
        async send(to, briefing, signal) {
          const options = { timeoutMs, signal }
          if (to.format === 'json') return postSigned(to, briefingJson(briefing), options)
          if (to.format !== 'mail') {
            return postToChat({ post, chat: to.format, url: to.address }, briefingChatText(briefing), options)
          }
          const server = mailServer()
          opened ??= openMailer(server, { timeoutMs, connections })
          const mailer = await opened
          const unsubscribeUrl = `${origin}${UNSUBSCRIBE_PATH}?token=${unsubscribeToken(hmac, to.id)}`
          // The same for each attempt of a day, so that a receiver can tell a repetition.
          const messageId = `<${briefing.day}.${to.id}@${server.from.split('@')[1]}>`
          await mailer.send({ to: to.address, messageId, ...briefingMail(briefing, unsubscribeUrl) }, { signal })
        },
        close: async () => (await opened)?.close(),
      }
    },

    /** Before a webhook is stored: it must accept a message. */
    async sendTest(to: AlertAddress, options: SendOptions): Promise<void> {
      if (to.format === 'mail') return
      if (to.format === 'json') return postSigned(to, { type: 'test' }, options)
      return postToChat({ post, chat: to.format, url: to.address }, '百企查：每日动态将发到这里。', options)
    },

    async sendCode(to: string, code: string, options: SendOptions): Promise<void> {
      const mailer = await openMailer(mailServer(), options)
      const text = `验证码 ${code}，5 分钟内有效，用于接收每日简报。\n如非本人操作，请忽略此邮件。\n`
      await mailer.send({ to, subject: `百企查验证码 ${code}`, text }, options).finally(() => mailer.close())
    },
  }
}
export type AlertSender = ReturnType<typeof createAlertSender>
