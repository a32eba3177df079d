import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { isLocalHost } from '../http/client-address.ts'

/** A server that takes mail by SMTP. */
export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte (smtps); otherwise STARTTLS, which a password needs. */
  isTls: boolean
  user: string
  password: string
}
export type MailServer = SmtpServer & { from: string }

export const mailAddress = /^[\w.+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** Reads `smtps://user:password@host:465`. @throws Error for another form */
export function parseSmtpUrl(text: string): SmtpServer {
  const { protocol, hostname, port, username, password, search } = new URL(text)
  const isTls = protocol === 'smtps:'
  if (!isTls && protocol !== 'smtp:') throw new Error('protocol')
  if (hostname === '' || search !== '') throw new Error('host')
  return {
    host: hostname,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    isTls,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}

/**
 * What is known after a failure. `refused`: the receiver does not take messages for this address. `notSent`: certainly not
 * delivered, and may be repeated. `unknown`: perhaps delivered, so it is not repeated.
 */
type DeliveryState = 'refused' | 'notSent' | 'unknown'

/** A message that was not, or perhaps not, delivered. The message is the cause, without secrets. */
export class SendFailure extends Error {
  readonly state: DeliveryState

  constructor(message: string, state: DeliveryState) {
    super(message)
    this.state = state
  }
}

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
export async function sendMail(server: MailServer, mail: Mail): Promise<void> {
  const mailer = await openMailer(server, { timeoutMs: TIMEOUT_MS })
  try {
    await mailer.send(mail)
  } finally {
    mailer.close()
  }
}
