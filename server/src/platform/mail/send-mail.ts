import * as z from 'zod/mini'
import { isLocalHost } from '../http/local-host.ts'
import type { MailServer } from './mail-server.ts'

export type Mail = { to: string; subject: string; text: string }

const TIMEOUT_MS = 8_000
const failureSchema = z.object({ message: z.string(), code: z.optional(z.string()), response: z.optional(z.string()) })
/** By the codes of nodemailer. */
const causes = new Map([
  ['EDNS', '找不到邮件服务器'],
  ['ESOCKET', '连不上邮件服务器，或其证书不可信'],
  ['ECONNECTION', '邮件服务器中断了连接'],
  ['ETIMEDOUT', '邮件服务器没有回应'],
  ['ETLS', '邮件服务器没有启用加密（STARTTLS）'],
])

/** The reply of the server, or why there was none. */
function causeOf(failure: unknown): string {
  const { message, code = '', response } = z.parse(failureSchema, failure)
  const isReply = response !== undefined && code !== 'ETLS'
  return isReply ? `SMTP ${response.slice(0, 120)}` : `${causes.get(code) ?? '邮件没有发出'}：${message}`
}

/** Sends one message of plain text, encrypted but to this machine. @throws Error with the reply of the server */
export async function sendMail({ host, port, isTls, user, password, from }: MailServer, mail: Mail): Promise<void> {
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
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  await transport.sendMail({ from, ...mail }).catch((failure: unknown) => {
    throw new Error(causeOf(failure))
  })
}
