import { PassThrough } from 'node:stream'
import * as z from 'zod/mini'
import { isLocalHost } from '../http/local-host.ts'
import type { MailServer } from './mail-server.ts'
import { SendFailure } from './send-failure.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** With the brackets; absent: a random one. */
  messageId?: string
}

export type MailOptions = {
  /** Until the whole exchange with the server is over. */
  timeoutMs?: number
  signal?: AbortSignal
}

const TIMEOUT_MS = 8_000
const FROM_NAME = '百企查'
const failureSchema = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  response: z.optional(z.string()),
  responseCode: z.optional(z.number()),
})
/** By the codes of nodemailer. */
const causes = new Map([
  ['EDNS', '找不到邮件服务器'],
  ['ESOCKET', '连不上邮件服务器，或其证书不可信'],
  ['ECONNECTION', '邮件服务器中断了连接'],
  ['ETIMEDOUT', '邮件服务器没有回应'],
  ['ETLS', '邮件服务器没有启用加密（STARTTLS）'],
  ['EABORT', '邮件服务器没有回应'],
])
/** Codes of replies to the address and to the message; others are about the server or its account. */
const aboutMessage = new Set(['EENVELOPE', 'EMESSAGE'])

/** The reply of the server, or why there was none. `hasBegun`: whether the message was being handed over. */
function failureOf(error: unknown, hasBegun: boolean): SendFailure {
  const { message, code = '', response, responseCode } = z.parse(failureSchema, error)
  const isReply = response !== undefined && responseCode !== undefined && code !== 'ETLS'
  const text = isReply ? `SMTP ${response.slice(0, 120)}` : `${causes.get(code) ?? '邮件没有发出'}：${message}`
  if (isReply && responseCode >= 500 && aboutMessage.has(code)) return new SendFailure(text, 'refused')
  return new SendFailure(text, isReply || !hasBegun ? 'notSent' : 'unknown')
}

export type SendMail = (server: MailServer, mail: Mail, options?: MailOptions) => Promise<void>

/** Sends one message, encrypted but to this machine. @throws SendFailure with the reply of the server */
export async function sendMail(
  { host, port, isTls, user, password, from }: MailServer,
  mail: Mail,
  { timeoutMs = TIMEOUT_MS, signal }: MailOptions = {},
): Promise<void> {
  // Loaded by the first message: few processes send any.
  const { createTransport } = await import('nodemailer')
  const isPlain = !isTls && isLocalHost(host)
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isPlain,
    ignoreTLS: isPlain,
    ...(password !== '' && { auth: { user, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  let hasBegun = false
  // The content is opened after the login: a failure before was certainly none of a sent message.
  transport.use('stream', (composed, done) => {
    composed.message.transform(() => {
      hasBegun = true
      return new PassThrough()
    })
    done()
  })
  const longest = AbortSignal.timeout(timeoutMs)
  await transport
    .sendMail({
      from: { name: FROM_NAME, address: from },
      ...mail,
      signal: signal === undefined ? longest : AbortSignal.any([longest, signal]),
    })
    .catch((error: unknown) => {
      throw failureOf(error, hasBegun)
    })
}
