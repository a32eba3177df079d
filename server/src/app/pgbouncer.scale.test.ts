import { spawn } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { password } from '../../test/account/accounts.ts'
import { takePostgresDatabase } from '../../test/databases/postgres-databases.ts'
import { publicFolder } from '../../test/databases/postgres-server.ts'
import { installedTool } from '../../test/engines/built-tool.ts'
import { endProcess, outputOf, serviceUser } from '../../test/engines/child-processes.ts'
import {
  call,
  device,
  fillStore,
  freshMobile,
  lastCode,
  openTestApp,
  register,
  requestCode,
  signIn,
} from '../../test/http/app.ts'
import { report } from '../../test/http/feedback.ts'
import { freePort } from '../../test/process/free-port.ts'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'
import { openBulkSession, PooledConnection } from '../platform/database/bulk-session.ts'
import { describeDatabaseFailure } from '../platform/database/describe-failure.ts'
import { migrateStore } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'

const START_MS = 10_000

type Pooler = Awaited<ReturnType<typeof startPgBouncer>>

type Options = {
  /** Lines of the section `pgbouncer` that replace those for tests; an empty value removes one. */
  settings?: Record<string, string>
}

/** Starts PgBouncer in transaction mode before the PostgreSQL server of the URL. */
async function startPgBouncer(serverUrl: string, { settings = {} }: Options = {}) {
  const program = installedTool('pgbouncer')
  const { hostname, port: serverPort, username, password: serverPassword } = new URL(serverUrl)
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
  await writeFile(usersFile, `"${username}" "${serverPassword}"\n`)
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
  for (const before = Date.now() + START_MS; !(await accepts(urlOf(serverUrl))); await wait(50)) {
    if (child.exitCode === null && Date.now() < before) continue
    await stop()
    throw new Error(`PgBouncer did not start.\n${log()}`)
  }
  return { urlOf, stop }
}

async function accepts(url: string): Promise<boolean> {
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

let pooler: Pooler

beforeAll(async () => {
  pooler = await startPgBouncer(inject('postgresUrl'))
})
afterAll(() => pooler.stop())

/** A migrated database, reached through the pooler. */
async function openPooled() {
  const taken = await takePostgresDatabase(inject('postgresUrl'), inject('migratedPostgres'))
  const location = { databaseUrl: pooler.urlOf(taken.url), dataDir: tmpdir() }
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await taken.release()
  })
  return { ...database, location, directUrl: taken.url }
}

describe('the API behind PgBouncer in transaction mode', () => {
  it('serves logins, searches, pages, follows, feedback and corrections', async () => {
    const { db } = await openPooled()
    const test = await openTestApp(db)
    const [company] = await fillStore(db, test)
    const id = company?.id ?? ''
    const mobile = freshMobile()
    await register(test, mobile, password)
    const login = await call(test.app, 'loginByPassword', { mobile, password, ...device })
    const token = login.data?.token ?? ''
    const options = { token }
    const answers = [
      await call(test.app, 'homeConfig', {}),
      await call(test.app, 'recentRegisterList', {}),
      await call(test.app, 'about', {}),
      await call(test.app, 'coverage', {}),
      await call(test.app, 'companySearch', { keyword: '演示云岚' }, options),
      await call(test.app, 'companyDetail', { id }, options),
      await call(test.app, 'businessInfo', { id }, options),
      await call(test.app, 'executedPersonList', { companyId: id }, options),
      await call(test.app, 'followCompany', { companyId: id }, options),
      await call(test.app, 'followList', {}, options),
      await call(test.app, 'requestUpdate', { companyId: id }, options),
      await call(test.app, 'saveFeedback', report(), options),
      await call(test.app, 'saveSearchHistory', { companyName: '演示' }, options),
      await call(test.app, 'searchHistory', { type: 'search' }, options),
      await call(test.app, 'recentBrowseList', {}, options),
      await call(test.app, 'devices', {}, options),
      await call(test.app, 'saveNickname', { nickname: '演示' }, options),
      await call(test.app, 'userDetail', {}, options),
      await call(test.app, 'logout', {}, options),
    ]
    expect(answers.map(({ status, code }) => ({ status, code }))).toEqual(answers.map(() => ({ status: 200, code: 0 })))
    expect(await call(test.app, 'userDetail', {}, options)).toMatchObject({ code: 403 })
  })

  it('counts guesses exactly: of fifty at once five are evaluated', async () => {
    const { db } = await openPooled()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    await requestCode(test, mobile)
    const right = lastCode(test, mobile)
    const wrong = right === '000000' ? '000001' : '000000'
    const guess = () => call(test.app, 'loginBySmsCode', { mobile, smsCode: wrong, ...device })
    const answers = await Promise.all(Array.from({ length: 50 }, guess))
    const left = await db.selectFrom('sms_code').select('guesses_left').executeTakeFirstOrThrow()
    expect(left.guesses_left).toBe(0)
    expect(answers.every(({ status, code }) => status === 200 && code !== 0)).toBe(true)
  })

  it('keeps transactions of many callers apart', async () => {
    const { db } = await openPooled()
    const test = await openTestApp(db)
    const [company] = await fillStore(db, test)
    const users = await Promise.all(Array.from({ length: 20 }, () => signIn(test)))
    const companyId = company?.id ?? ''
    const follow = ({ token }: { token: string }) => call(test.app, 'followCompany', { companyId }, { token })
    const answers = await Promise.all(users.flatMap((user) => [follow(user), follow(user), follow(user)]))
    expect(answers.every(({ code }) => code === 0)).toBe(true)
    const { count } = await db
      .selectFrom('follow')
      .select((one) => one.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(users.length)
  })
})

describe('what needs a session behind PgBouncer', () => {
  it('is no migration: of several at once one migrates and the others wait', async () => {
    const server = openDatabase({ databaseUrl: inject('postgresUrl'), dataDir: tmpdir() })
    const name = `migrated_${process.pid}_${Date.now()}`
    await sql`create database ${sql.id(name)}`.execute(server.db)
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    const location = { databaseUrl: pooler.urlOf(url.href), dataDir: tmpdir() }
    const databases = Array.from({ length: 3 }, () => openDatabase(location))
    onTestFinished(async () => {
      for (const database of databases) await database.close()
      await sql`drop database ${sql.id(name)} with (force)`.execute(server.db)
      await server.close()
    })
    await Promise.all(databases.map((database) => migrateStore(database, location)))
    const [first] = databases
    expect(await first?.db.selectFrom('session').select('written_up_to').execute()).toEqual([])
    // No lock outlives its transaction on a connection that others use next.
    const locks = await sql<{ count: number }>`
      select count(*) as count from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and datname = ${name}`.execute(server.db)
    expect(locks.rows).toEqual([{ count: 0 }])
  })

  it('is an import, which says so', async () => {
    const database = await openPooled()
    const refusal = await openBulkSession(database, { isLarge: false }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(PooledConnection)
    expect(String(refusal)).toContain('不能经过 PgBouncer')
  })

  it('is the import of the shipped data at the start, which says so, and the server serves what is stored', async () => {
    const { location, db } = await openPooled()
    const server = new ServerProcess({ folder: temporaryFolder(), env: { DATABASE_URL: location.databaseUrl } })
    await server.printed(/未载入自带数据：导入需要独占的数据库会话/)
    await server.started()
    const token = await server.signIn()
    expect(await server.call('userDetail', {}, token)).toMatchObject({ code: 0 })
    expect(await server.call('saveNickname', { nickname: '演示' }, token)).toMatchObject({ code: 0 })
    const stored = await db.selectFrom('user_account').select('nickname').execute()
    expect(stored).toEqual([{ nickname: '演示' }])
    await server.end('SIGTERM')
  })

  it('names the setting that PgBouncer lacks', async () => {
    const strict = await startPgBouncer(inject('postgresUrl'), { settings: { ignore_startup_parameters: '' } })
    onTestFinished(() => strict.stop())
    const location = { databaseUrl: strict.urlOf(inject('postgresUrl')), dataDir: tmpdir() }
    const database = openDatabase(location)
    onTestFinished(() => database.close())
    const failure = await sql`select 1`.execute(database.db).catch((error: unknown) => error)
    expect(describeDatabaseFailure(failure, location)).toContain('ignore_startup_parameters = statement_timeout')
  })
})

describe('a database that stops answering behind PgBouncer', () => {
  it('is used again when it answers', async () => {
    const { db } = await openPooled()
    const slow = sql`select pg_sleep(4)`.execute(db).catch((error: unknown) => error)
    expect(String(await slow)).toMatch(/statement timeout|read timeout/i)
    await wait(100)
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})
