import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { connect as connectTls } from 'node:tls'
import { isLocalHost } from '../http/local-host.ts'
import type { MailServer } from './mail-server.ts'

export type Mail = { to: string; subject: string; text: string }

/** The server refused a step of the dialogue; the message has its code. */
class MailRefused extends Error {}

const TIMEOUT_MS = 8_000
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** Lines of the server, each reply as its last line. */
async function* repliesOf(socket: Socket): AsyncGenerator<string> {
  for await (const line of createInterface({ input: socket })) if (/^\d{3}(?!-)/.test(line)) yield line
}

type Dialogue = { expect(code: string): Promise<void>; say(line: string, code: string): Promise<void> }

function dialogueOn(socket: Socket): Dialogue {
  const replies = repliesOf(socket)
  const expect = async (code: string) => {
    const { value } = await replies.next()
    if (typeof value !== 'string') throw new MailRefused('SMTP 连接中断')
    if (!value.startsWith(code)) throw new MailRefused(`SMTP ${value.slice(0, 120)}`)
  }
  return {
    expect,
    async say(line, code) {
      socket.write(`${line}\r\n`)
      await expect(code)
    },
  }
}

const opened = (socket: Socket, event: 'connect' | 'secureConnect') =>
  new Promise<Socket>((resolve, reject) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('SMTP 超时')))
    socket.once(event, () => resolve(socket))
    socket.once('error', reject)
  })

const contentOf = ({ to, subject, text }: Mail, from: string, at: Date) =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: =?UTF-8?B?${base64(subject)}?=`,
    `Date: ${at.toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(base64(text).match(/.{1,76}/g) ?? []),
    '.',
  ].join('\r\n')

/** Sends one message of plain text. @throws Error with the reply of the server */
export async function sendMail(server: MailServer, mail: Mail): Promise<void> {
  const { host, port, isTls, user, password, from } = server
  let socket = isTls
    ? await opened(connectTls({ host, port, servername: host }), 'secureConnect')
    : await opened(connect({ host, port }), 'connect')
  try {
    let dialogue = dialogueOn(socket)
    await dialogue.expect('220')
    await dialogue.say(`EHLO ${hostname()}`, '250')
    if (!isTls && !isLocalHost(host)) {
      await dialogue.say('STARTTLS', '220')
      socket.removeAllListeners()
      socket = await opened(connectTls({ socket, servername: host }), 'secureConnect')
      dialogue = dialogueOn(socket)
      await dialogue.say(`EHLO ${hostname()}`, '250')
    }
    if (password !== '') await dialogue.say(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`, '235')
    await dialogue.say(`MAIL FROM:<${from}>`, '250')
    await dialogue.say(`RCPT TO:<${mail.to}>`, '250')
    await dialogue.say('DATA', '354')
    await dialogue.say(contentOf(mail, from, new Date()), '250')
    socket.write('QUIT\r\n')
  } finally {
    // Errors of the closing connection concern nothing any more.
    socket.on('error', () => {})
    socket.end()
    socket.destroySoon()
  }
}
