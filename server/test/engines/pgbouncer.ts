import { spawn } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort, publicFolder } from '../databases/postgres-server.ts'
import { installedTool } from './built-tool.ts'
import { endProcess, outputOf, serviceUser } from './child-processes.ts'

const START_MS = 10_000

export type Pooler = Awaited<ReturnType<typeof startPgBouncer>>

type Options = {
  /** Lines of the section `pgbouncer` that replace those for tests; an empty value removes one. */
  settings?: Record<string, string>
}

/** Starts PgBouncer in transaction mode before the PostgreSQL server of the URL. */
export async function startPgBouncer(serverUrl: string, { settings = {} }: Options = {}) {
  const program = installedTool('pgbouncer')
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const isRoot = process.getuid?.() === 0
  const home = await mkdtemp(path.join(isRoot ? await publicFolder() : tmpdir(), 'baiqicha-pgbouncer-'))
  const port = await freePort()
  const usersFile = path.join(home, 'users.txt')
  const configFile = path.join(home, 'pgbouncer.ini')
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: usersFile,
    pool_mode: 'transaction',
    // Fewer connections than clients, so that transactions of different clients share them.
    default_pool_size: '5',
    max_client_conn: '500',
    ignore_startup_parameters: 'statement_timeout',
    ...settings,
  }
  const section = Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
  await writeFile(usersFile, `"${username}" "${password}"\n`)
  await writeFile(
    configFile,
    ['[databases]', `* = host=${hostname} port=${serverPort}`, '[pgbouncer]', ...section, ''].join('\n'),
  )
  const user = serviceUser()
  if ('uid' in user) for (const file of [home, usersFile, configFile]) await chown(file, user.uid, user.gid)

  const child = spawn(program, [configFile], { ...user, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = outputOf(child)
  /** URL of the same database through the pooler. */
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${port}`
    return url.href
  }
  const stop = async () => {
    await endProcess(child)
    await rm(home, { recursive: true, force: true })
  }
  for (const before = Date.now() + START_MS; !(await answers(urlOf(serverUrl))); await wait(50)) {
    if (child.exitCode === null && Date.now() < before) continue
    await stop()
    throw new Error(`PgBouncer did not start.\n${log()}`)
  }
  return { urlOf, stop }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
