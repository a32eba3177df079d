import type { Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openMailServer } from '../../../test/mail/smtp-server.ts'
import { type Mail, openMailer } from './send-mail.ts'

const mail: Mail = { to: 'li.ming@example.com', subject: '演示', text: '正文' }
const serverAt = (port: number) => ({
  host: '127.0.0.1',
  port,
  isTls: false,
  user: '',
  password: '',
  from: 'notice@example.com',
})

/** A mail server with its open connections, and a mailer to it. */
async function open(connections = 1) {
  const sockets: Socket[] = []
  const clients: string[] = []
  const server = await openMailServer({
    onConnect({ id }, done) {
      clients.push(id)
      done()
    },
  })
  server.server.on('connection', (socket: Socket) => void sockets.push(socket))
  const mailer = await openMailer(serverAt(server.port), { timeoutMs: 5_000, connections })
  onTestFinished(() => mailer.close())
  return { ...server, sockets, clients, mailer }
}

it('sends messages one after another over one connection', async () => {
  const { mailer, clients, envelopes } = await open()
  for (let sent = 0; sent < 3; sent += 1) await mailer.send(mail)
  expect([clients.length, envelopes.length]).toEqual([1, 3])
})

it('sends messages at the same time over no more connections than it may open', async () => {
  const { mailer, clients, envelopes } = await open(2)
  await Promise.all(Array.from({ length: 6 }, () => mailer.send(mail)))
  expect([clients.length, envelopes.length]).toEqual([2, 6])
})

it('connects again when the server has ended the connection between two messages', async () => {
  const { mailer, sockets, clients, envelopes } = await open()
  await mailer.send(mail)
  sockets[0]?.destroy()
  await mailer.send(mail)
  expect([clients.length, envelopes.length]).toEqual([2, 2])
})

it('sends nothing when the caller has ended it', async () => {
  const { mailer, envelopes } = await open()
  const caller = new AbortController()
  await mailer.send(mail, { signal: caller.signal })
  caller.abort()
  await expect(mailer.send(mail, { signal: caller.signal })).rejects.toMatchObject({ state: 'notSent' })
  expect(envelopes).toHaveLength(1)
})
