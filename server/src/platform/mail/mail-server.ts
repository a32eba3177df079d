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
