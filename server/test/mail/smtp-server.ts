import type { Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { listenOnFreePort } from '../process/free-port.ts'

/** Listens on a free port until the end of the test. */
export async function listen(server: Server): Promise<number> {
  const port = await listenOnFreePort(server)
  onTestFinished(() => void server.close())
  return port
}

/** A mail server. `logins`, `envelopes` and `contents`: what it received, in order. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const logins: string[] = []
  const envelopes: { from: string; to: string[] }[] = []
  const contents: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      logins.push(`${username} ${password}`)
      done(null, { user: username })
    },
    async onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      envelopes.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) })
      contents.push(await text(stream))
      done()
    },
    ...options,
  })
  // The client ends the handshake when it does not trust the certificate.
  server.on('error', () => {})
  return { server: server.server, port: await listen(server.server), logins, envelopes, contents }
}
