import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { device, fieldOf, ServerProcess } from './server-process.ts'

type Options = {
  count: number
  env: Record<string, string>
}

/** Several servers on one database, with one secret key, from their sources. */
export type ServerGroup = {
  servers: ServerProcess[]
  /** Newest SMS code sent to a number by any of the servers; undefined: none. */
  codeFor(mobile: string): string | undefined
  /** Answer of a captcha of any of the servers. */
  captchaAnswer(captchaId: string): string | undefined
  /** Logs in at one of the servers with a code by SMS. Returns the token. */
  signIn(server: ServerProcess, mobile: string): Promise<string>
  stop(): Promise<void>
}

const linesOf = (file: string): Record<string, string>[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Record<string, string> => JSON.parse(line))
    : []

/**
 * Starts the first server, which fills an empty database and builds its index, then the others on copies of its folder.
 * All outboxes are the same files. The caller stops the group.
 */
export async function startServerGroup({ count, env }: Options): Promise<ServerGroup> {
  const home = mkdtempSync(path.join(tmpdir(), 'baiqicha-group-'))
  const servers: ServerProcess[] = []
  const [smsFile, captchaFile] = [path.join(home, 'sms.ndjson'), path.join(home, 'captcha.ndjson')]
  const folderOf = (at: number) => path.join(home, String(at))
  const start = (at: number) => {
    mkdirSync(folderOf(at), { recursive: true })
    const outboxes = { SMS_OUTBOX_FILE: smsFile, CAPTCHA_OUTBOX_FILE: captchaFile }
    const server = new ServerProcess({ folder: folderOf(at), env: { ...outboxes, ...env } })
    servers.push(server)
    return server.started()
  }
  const stop = async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await start(0)
    for (let at = 1; at < count; at += 1) {
      cpSync(path.join(folderOf(0), 'data'), path.join(folderOf(at), 'data'), { recursive: true })
    }
    await Promise.all(Array.from({ length: count - 1 }, (_, at) => start(at + 1)))
  } catch (error) {
    await stop()
    throw error
  }
  const codeFor = (mobile: string) => linesOf(smsFile).findLast((line) => line['mobile'] === mobile)?.['code']
  const captchaAnswer = (id: string) => linesOf(captchaFile).findLast((line) => line['captchaId'] === id)?.['answer']
  async function signIn(server: ServerProcess, mobile: string): Promise<string> {
    const captchaId = String(fieldOf((await server.call('captcha')).data, 'captchaId'))
    const solved = { captchaId, captchaCode: captchaAnswer(captchaId) }
    await server.call('sendSmsCode', { mobile, scene: 'login', ...solved, ...device })
    const { data } = await server.call('loginBySmsCode', { mobile, smsCode: codeFor(mobile), ...device })
    const token = fieldOf(data, 'token')
    if (typeof token !== 'string') throw new Error('no token')
    return token
  }
  return { servers, codeFor, captchaAnswer, signIn, stop }
}
