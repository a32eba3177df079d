import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadHmacKey } from '../../src/platform/crypto/hmac.ts'
import { device, fieldOf, ServerProcess } from './server-process.ts'

type Options = {
  count: number
  env: Record<string, string>
  /** Further environment of one server, by its place in the group. */
  envOf?: (at: number) => Record<string, string>
  /** Whether all start at the same time, on an empty database; else the others start when the first is ready. */
  atOnce?: boolean
}

export type ServerGroup = Awaited<ReturnType<typeof startServerGroup>>

/** Reads the lines that servers append to a file, each once: the newest value of a field, by another field. */
function createOutboxReader(file: string, keyField: string, valueField: string) {
  const values = new Map<string, string>()
  let offset = 0
  return (key: string): string | undefined => {
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
    const end = bytes.lastIndexOf('\n') + 1
    for (const line of bytes.subarray(offset, end).toString('utf8').split('\n')) {
      if (line === '') continue
      const fields: Record<string, string> = JSON.parse(line)
      values.set(fields[keyField] ?? '', fields[valueField] ?? '')
    }
    offset = end
    return values.get(key)
  }
}

/**
 * Starts servers from their sources on one database, from copies of one folder, with one secret key. All outboxes are the same
 * files. The caller stops the group.
 */
export async function startServerGroup({ count, env, envOf = () => ({}), atOnce = false }: Options) {
  const home = mkdtempSync(path.join(tmpdir(), 'baiqicha-group-'))
  const servers: ServerProcess[] = []
  const [smsFile, captchaFile] = [path.join(home, 'sms.ndjson'), path.join(home, 'captcha.ndjson')]
  const folderOf = (at: number) => path.join(home, String(at))
  const start = (at: number) => {
    mkdirSync(folderOf(at), { recursive: true })
    const outboxes = { SMS_OUTBOX_FILE: smsFile, CAPTCHA_OUTBOX_FILE: captchaFile }
    const server = new ServerProcess({ folder: folderOf(at), env: { ...outboxes, ...env, ...envOf(at) } })
    servers.push(server)
    return server.started()
  }
  const stop = async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    rmSync(home, { recursive: true, force: true })
  }
  try {
    if (atOnce) loadHmacKey(path.join(folderOf(0), 'data'))
    else await start(0)
    for (let at = 1; at < count; at += 1) {
      cpSync(path.join(folderOf(0), 'data'), path.join(folderOf(at), 'data'), { recursive: true })
    }
    const rest = Array.from({ length: count }, (_, at) => at).slice(servers.length)
    await Promise.all(rest.map(start))
  } catch (error) {
    await stop()
    throw error
  }
  /** Newest SMS code sent to a number by any of the servers; undefined: none. */
  const codeFor = createOutboxReader(smsFile, 'mobile', 'code')
  /** Answer of a captcha of any of the servers. */
  const captchaAnswer = createOutboxReader(captchaFile, 'captchaId', 'answer')
  /** Logs in at one of the servers with a code by SMS. Returns the token. */
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
