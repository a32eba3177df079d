import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { AdminRefused } from '../admin/admin-refused.ts'

type ProgramName = 'pg_dump' | 'pg_restore'

/** Variables of libpq that would lead a program to another server than the one of the URL. */
const misleading = ['PGHOSTADDR', 'PGSERVICE', 'PGSERVICEFILE', 'PGOPTIONS']
/** Parameters of the URL that libpq knows by a variable. */
const parameters = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' }

/**
 * The server of the URL as variables of libpq. The list of processes shows the arguments of a program, so the password is
 * none of them.
 */
function libpqEnvironment(databaseUrl: string): NodeJS.ProcessEnv {
  const { host, port, user, database, password } = new Client({ connectionString: databaseUrl })
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C', PGHOST: host, PGPORT: String(port) }
  for (const name of misleading) delete env[name]
  if (user !== undefined) env['PGUSER'] = user
  if (database !== undefined) env['PGDATABASE'] = database
  // Absent: a file of passwords may have it.
  if (typeof password === 'string') env['PGPASSWORD'] = password
  const { searchParams } = new URL(databaseUrl)
  for (const [parameter, variable] of Object.entries(parameters)) {
    const value = searchParams.get(parameter)
    if (value !== null) env[variable] = value === 'no-verify' ? 'require' : value
  }
  return env
}

type Ended = { code: number | null; output: string; errors: string }

/** null: there is no such program. */
async function run(name: ProgramName, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended | null> {
  const child = spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  try {
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code: child.exitCode, output, errors }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const install = (major: number) => `请安装 PostgreSQL ${major} 或更新版本的客户端程序，并让它在 PATH 中排在最前`

/** @throws AdminRefused unless the program is there and is not older than the server */
export async function requireProgram(name: ProgramName, serverMajor: number): Promise<void> {
  const found = await run(name, ['--version'], process.env)
  if (found === null) throw new AdminRefused(`没有找到 ${name}，未作任何改动：${install(serverMajor)}。`)
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(found.output)?.[1] ?? 0)
  if (major >= serverMajor) return
  throw new AdminRefused(`${name} 的版本 ${major} 低于数据库的 ${serverMajor}，未作任何改动：${install(serverMajor)}。`)
}

/** @throws AdminRefused with the first line that a failed program has printed */
export async function runProgram(name: ProgramName, args: readonly string[], databaseUrl: string): Promise<void> {
  const ended = await run(name, args, libpqEnvironment(databaseUrl))
  if (ended?.code === 0) return
  const [line = ''] = (ended?.errors ?? '').split('\n').filter((one) => one !== '')
  throw new AdminRefused(`${name} 没有完成：${line}`)
}
