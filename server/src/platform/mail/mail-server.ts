/** A server that takes mail by SMTP. */
export type MailServer = {
  host: string
  port: number
  /** TLS from the first byte (smtps); otherwise STARTTLS, which a password needs. */
  isTls: boolean
  user: string
  password: string
  from: string
}

export const mailAddress = /^[\w.+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** Reads `smtps://user:password@host:465?from=desk@example.com`. @throws Error for another form */
export function parseMailServer(text: string): MailServer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(text)
  const isTls = protocol === 'smtps:'
  if (!isTls && protocol !== 'smtp:') throw new Error('protocol')
  const from = searchParams.get('from') ?? decodeURIComponent(username)
  if (hostname === '' || !mailAddress.test(from)) throw new Error('host or from')
  return {
    host: hostname,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    isTls,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    from,
  }
}
