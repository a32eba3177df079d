import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A mail server on this machine, and what it received, oldest first. */
export async function openMailbox() {
  const mails: ParsedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    async onData(stream, _session, done) {
      mails.push(await simpleParser(stream))
      done()
    },
  })
  const port = await listen(server.server)
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

type Received = { headers: IncomingHttpHeaders; body: string }

/** A webhook on this machine, and what it received, oldest first. */
export async function openWebhook() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.end('ok')
  })
  const host = `127.0.0.1:${await listen(server)}`
  return { host, url: `http://${host}/baiqicha`, received, close: () => void server.close() }
}
