import { Readable } from 'node:stream'
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

/** Sends messages to one server over connections that stay open from one message to the next. */
export type Mailer = {
  /** Sends one message. @throws SendFailure with the reply of the server */
  send(mail: Mail, options?: MailOptions): Promise<void>
  /** Ends the connections. */
  close(): void
}
export type OpenMailer = (server: MailServer, options?: { timeoutMs?: number; connections?: number }) => Promise<Mailer>

/** Messages after which a connection is replaced: servers limit them. */
const MESSAGES_PER_CONNECTION = 50

/** Opens a mailer, encrypted but to this machine. It connects with the first message. */
export const openMailer: OpenMailer = async (
  { host, port, isTls, user, password, from },
  { timeoutMs: longestMs = TIMEOUT_MS, connections = 1 } = {},
) => {
  // Loaded by the first message: few processes send any.
  const { createTransport } = await import('nodemailer')
  const isPlain = !isTls && isLocalHost(host)
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    maxMessages: MESSAGES_PER_CONNECTION,
    maxRequeues: 0,
    host,
    port,
    secure: isTls,
    requireTLS: !isPlain,
    ignoreTLS: isPlain,
    ...(password !== '' && { auth: { user, pass: password } }),
    connectionTimeout: longestMs,
    greetingTimeout: longestMs,
    socketTimeout: longestMs,
  })
  // The content is read after the server has asked for it: a failure before was certainly none of a sent message.
  const contents = new WeakMap<AbortSignal, Readable>()
  transport.use('stream', ({ data: { signal }, message }, done) => {
    message.processFunc((content) => {
      if (signal !== undefined && content instanceof Readable) contents.set(signal, content)
      return content
    })
    done()
  })
  let isReused = false

  async function attempt(mail: Mail, signal: AbortSignal): Promise<void> {
    try {
      await transport.sendMail({ from: { name: FROM_NAME, address: from }, ...mail, signal })
      isReused = true
    } catch (error) {
      const hasBegun = contents.get(signal)?.readableDidRead === true
      // The server may have closed a connection that was open.
      const isStale = isReused && !hasBegun && z.safeParse(failureSchema, error).data?.code === 'ECONNECTION'
      if (!isStale) throw failureOf(error, hasBegun)
      isReused = false
      await attempt(mail, signal)
    }
  }

  return {
    async send(mail, { timeoutMs = longestMs, signal } = {}) {
      // Not `AbortSignal.timeout`, which would retain each message until its time is over.
      const ends = new AbortController()
      const end = () => ends.abort()
      const timer = setTimeout(end, timeoutMs)
      signal?.addEventListener('abort', end, { once: true })
      if (signal?.aborted) end()
      try {
        await attempt(mail, ends.signal)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
      }
    },
    close: () => transport.close(),
  }
}

/** Sends one message over a connection of its own. @throws SendFailure with the reply of the server */
export async function sendMail(server: MailServer, mail: Mail, options: MailOptions = {}): Promise<void> {
  const { timeoutMs = TIMEOUT_MS } = options
  const mailer = await openMailer(server, { timeoutMs })
  try {
    await mailer.send(mail, options)
  } finally {
    mailer.close()
  }
}
